import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '@fynbos/web-agent/src/styles/tokens.css';
import './theme/fonts.css';
import './shell/shell.css';
import { App } from './App.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter basename="/admin">
      <App />
    </BrowserRouter>,
  );
}
