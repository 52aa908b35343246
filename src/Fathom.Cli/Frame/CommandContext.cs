using System.Text;
using Fathom.Render.Live;

namespace Fathom.Cli.Frame;

/// <summary>Everything that a command may use of the process it runs in. Tests give their own streams, clock and terminal.</summary>
/// <param name="output">Standard output as bytes.</param>
/// <param name="error">Standard error.</param>
/// <param name="time">The clock.</param>
/// <param name="terminal">Where the output goes.</param>
/// <param name="stop">Cancelled by Ctrl-C and SIGTERM.</param>
internal sealed class CommandContext(Stream output, TextWriter error, TimeProvider time, TerminalFacts terminal, CancellationToken stop) : IDisposable
{
    private const int OutputBuffer = 16 * 1024;

    private StreamWriter? _out;

    /// <summary>Standard output as bytes, for results. Not buffered.</summary>
    public Stream OutStream { get; } = output;

    /// <summary>Standard output as text. Buffered; the host flushes it when the command has ended well.</summary>
    public TextWriter Out => _out ??= new StreamWriter(OutStream, new UTF8Encoding(false), OutputBuffer, leaveOpen: true);

    /// <summary>Standard error: progress, notes and errors. Each line is written at once.</summary>
    public TextWriter Error { get; } = error;

    /// <summary>The clock; never ask the system for the time.</summary>
    public TimeProvider Time { get; } = time;

    /// <summary>Where the output goes.</summary>
    public TerminalFacts Terminal { get; private set; } = terminal;

    /// <summary>How much is said on standard error.</summary>
    public Verbosity Verbosity { get; set; } = Verbosity.Normal;

    /// <summary>Cancelled by Ctrl-C and SIGTERM; a command that is stopped throws <see cref="OperationCanceledException"/>.</summary>
    public CancellationToken Stop { get; } = stop;

    /// <summary>The context of the real process.</summary>
    public static CommandContext OfThisProcess(StandardStream output, StandardStream error, Termination termination) =>
        new(
            output,
            new StreamWriter(error, new UTF8Encoding(false)) { AutoFlush = true },
            TimeProvider.System,
            TerminalFacts.OfThisProcess(),
            termination.Stop);

    /// <summary>Says something that a reader must know to trust the result; silent with <c>-q</c>.</summary>
    public void Note(string sentence)
    {
        if (Verbosity != Verbosity.Quiet)
            Error.WriteLine($"note: {sentence}");
    }

    /// <summary>Shows how far a long step has come, until it is disposed of; silent with <c>-q</c>.</summary>
    public ProgressLine ShowProgress() =>
        new(Verbosity == Verbosity.Quiet ? TextWriter.Null : Error, Time, Terminal.ErrorIsTerminal ? Terminal.Width : null);

    /// <summary><c>--no-color</c>.</summary>
    public void WithoutColour() => Terminal = Terminal with { Colour = false };

    /// <summary>Writes out what <see cref="Out"/> still holds.</summary>
    public void Flush() => _out?.Flush();

    /// <summary>Drops what <see cref="Out"/> still holds: a command that failed prints no half result.</summary>
    public void Dispose() => _out = null;
}
