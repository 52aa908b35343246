using System.Text;
using Fathom.Model.Recording;
using Fathom.Render.Live;
using Fathom.Render.Text;

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

    private readonly HashSet<string> _saidBefore = [];

    private StreamWriter? _out;

    /// <summary>Standard output as bytes, for results. Not buffered.</summary>
    public Stream OutStream { get; } = output;

    /// <summary>Standard output as text. Buffered; the host flushes it when the command has ended well.</summary>
    public TextWriter Out => _out ??= new StreamWriter(OutStream, new UTF8Encoding(false), OutputBuffer, leaveOpen: true);

    /// <summary>Standard error: progress, notes and errors. Each line is written at once.</summary>
    public ErrorText Error { get; } = error as ErrorText ?? new ErrorText(error);

    /// <summary>The clock; never ask the system for the time.</summary>
    public TimeProvider Time { get; } = time;

    /// <summary>Where the output goes.</summary>
    public TerminalFacts Terminal { get; private set; } = terminal;

    /// <summary>How much is said on standard error.</summary>
    public Verbosity Verbosity { get; set; } = Verbosity.Normal;

    /// <summary>Cancelled by Ctrl-C and SIGTERM; a command that is stopped throws <see cref="OperationCanceledException"/>.</summary>
    public CancellationToken Stop { get; private set; } = stop;

    /// <summary>Cancelled some time after a SIGTERM: what is still being done is left as it is (<see cref="Termination.Soon"/>).</summary>
    public CancellationToken Soon { get; init; }

    /// <summary>The context of the real process.</summary>
    public static CommandContext OfThisProcess(StandardStream output, StandardStream error, TerminalFacts terminal, Termination termination) =>
        new(
            output,
            new StreamWriter(error, new UTF8Encoding(false)) { AutoFlush = true },
            TimeProvider.System,
            terminal,
            termination.Stop)
        {
            Soon = termination.Soon,
        };

    /// <summary>Says something that a reader must know to trust the result; silent with <c>-q</c>.</summary>
    public void Note(string sentence)
    {
        if (Verbosity != Verbosity.Quiet && !_saidBefore.Contains(sentence))
            Say($"note: {sentence}");
    }

    /// <summary>Says before long work what its result will say again, so that it is said once.</summary>
    /// <param name="sentence">The sentence.</param>
    /// <param name="more">What is said behind it now.</param>
    public void NoteBefore(string sentence, string more = "")
    {
        Note($"{sentence}{more}");
        _saidBefore.Add(sentence);
    }

    /// <summary>The first signal ended a recording, as it should; the answer of it is only interrupted when time is short.</summary>
    public void AnswerAfterStop() => Stop = Stop.IsCancellationRequested ? Soon : Stop;

    /// <summary>Says a sentence on standard error, broken between words where a terminal ends.</summary>
    public void Say(string sentence)
    {
        const string indent = "  ";
        if (!Terminal.ErrorIsTerminal)
        {
            Error.WriteLine(sentence);
            return;
        }

        IReadOnlyList<string> lines = TextLines.Wrap(sentence, Terminal.Width, Terminal.Width - indent.Length);
        Error.WriteLine(string.Join($"\n{indent}", lines));
    }

    /// <summary>Shows that a step which cannot tell how far it is goes on, once it has taken a second.</summary>
    /// <param name="step">What is done: "answering".</param>
    public ProgressLine ShowStep(string step)
    {
        ProgressLine line = ShowProgress(TimeSpan.FromSeconds(1));
        line.Report(new Progress(step, 0, 0));
        return line;
    }

    /// <summary>Shows how far a long step has come, until it is disposed of; silent with <c>-q</c>.</summary>
    /// <param name="patience">How long nothing is shown: for steps that are mostly over before anybody waits for them.</param>
    public ProgressLine ShowProgress(TimeSpan patience = default) =>
        new(Verbosity == Verbosity.Quiet ? new ErrorText(TextWriter.Null) : Error, Time, Terminal.ErrorIsTerminal ? Terminal.Width : null, patience);

    /// <summary><c>--no-color</c>.</summary>
    public void WithoutColour() => Terminal = Terminal with { Colour = false };

    /// <summary>Writes out what <see cref="Out"/> still holds.</summary>
    public void Flush() => _out?.Flush();

    /// <summary>Drops what <see cref="Out"/> still holds: a command that failed prints no half result.</summary>
    public void Dispose() => _out = null;
}
