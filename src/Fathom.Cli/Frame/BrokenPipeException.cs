namespace Fathom.Cli.Frame;

/// <summary>The reader of standard output or standard error has gone (<c>fathom … | head -1</c>). The command ends quietly.</summary>
internal sealed class BrokenPipeException() : IOException("The reader of the pipe has gone.");
