using System.Text;
using Fathom.Capture.Top;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Model.Results;
using Fathom.Sources.Metrics;

namespace Fathom.Cli.Commands.Top;

/// <summary>The screen that is drawn again at each look, until q is pressed.</summary>
/// <param name="looks">What is looked at.</param>
/// <param name="keys">The keys that are pressed.</param>
/// <param name="context">Where it is drawn.</param>
/// <param name="now">The terminal with its size of now.</param>
/// <param name="interval">From one look to the next.</param>
/// <param name="read">Reads the options of the result for a terminal of the size that is left for the table.</param>
internal sealed class TopScreen(
    TopLooks looks, IKeys keys, CommandContext context, Func<TerminalFacts> now, TimeSpan interval, Func<CommandContext, OutputRequest> read) : IDisposable
{
    private const string EnterScreen = "\e[?1049h\e[?25l";
    private const string LeaveScreen = "\e[?25h\e[?1049l";
    private const string Home = "\e[H";
    private const string EndOfLine = "\e[K\r\n";
    private const string EndOfScreen = "\e[J";
    private const string Chosen = "\e[7m";
    private const string Plain = "\e[0m";
    private const string Help = "up, down, Enter: threads and methods   c m g a r: sort   q: quit";
    private const string DetailHelp = "Esc: all processes   q: quit";
    private static readonly TimeSpan s_step = TimeSpan.FromMilliseconds(100);

    private readonly MachineBusy _machine = new();
    private readonly TextWriter _to = context.Out;
    private List<int> _shown = [];
    private int? _chosen;
    private string? _sort;
    private TopDetail? _detail;
    private (IReadOnlyList<TopRow> Rows, double? Busy)? _last;

    /// <summary>Draws until the user ends it.</summary>
    public void Run()
    {
        _to.Write(EnterScreen);
        try
        {
            _machine.Look();
            while (!context.Stop.IsCancellationRequested && !Wait())
            {
                IReadOnlyList<TopRow> rows = looks.Look();
                Draw(rows, _machine.Look());
            }
        }
        finally
        {
            _to.Write(LeaveScreen);
            _to.Flush();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _detail?.Dispose();

    // Keys are taken while it waits; true ends it.
    private bool Wait()
    {
        long end = Environment.TickCount64 + (long)interval.TotalMilliseconds;
        while (Environment.TickCount64 < end && !context.Stop.IsCancellationRequested)
        {
            Key key = keys.Next(s_step);
            if (key.Kind == KeyKind.None)
                continue;
            if (key == Key.Quit)
                return true;
            Press(key);
            // What a key changes is seen at once, with the figures of the last look.
            if (_last is { } last)
                Draw(last.Rows, last.Busy);
        }

        return false;
    }

    private void Press(Key key)
    {
        int at = Math.Max(0, _shown.IndexOf(_chosen ?? -1));
        switch (key.Kind)
        {
            case KeyKind.Up when _shown.Count > 0:
                _chosen = _shown[Math.Max(0, at - 1)];
                break;
            case KeyKind.Down when _shown.Count > 0:
                _chosen = _shown[Math.Min(_shown.Count - 1, at + 1)];
                break;
            case KeyKind.Enter when _chosen is { } pid && _detail is null:
                _detail = new TopDetail(pid);
                looks.ShownPid = pid;
                break;
            case KeyKind.Back:
                _detail?.Dispose();
                _detail = null;
                looks.ShownPid = null;
                break;
            case KeyKind.Letter:
                _sort = key.Letter switch
                {
                    'c' => null,
                    'm' => "rss_bytes",
                    'g' => "gc_percent",
                    'a' => "alloc_per_s_bytes",
                    'r' => "ready_percent",
                    _ => _sort,
                };
                break;
        }
    }

    private void Draw(IReadOnlyList<TopRow> rows, double? busy)
    {
        _last = (rows, busy);
        StringBuilder screen = new(Home);
        CommandResult all = TopAnswer.Of("top", [], rows, busy);
        if (_detail is { } detail)
        {
            TopRow? row = rows.FirstOrDefault(one => one.Process.Pid == detail.Pid);
            foreach (string line in detail.Lines(row, looks.Threads(detail.Pid), now()))
                screen.Append(line).Append(EndOfLine);
            screen.Append(DetailHelp).Append("\e[K");
        }
        else
        {
            string[] lines = Lines(all);
            int first = Array.FindIndex(lines, static line => line.StartsWith("process", StringComparison.Ordinal)) + 1;
            _shown = [.. lines.Skip(first).Select(PidOf).TakeWhile(static pid => pid is not null).OfType<int>()];
            if (_chosen is null || !_shown.Contains(_chosen.Value))
                _chosen = _shown.Count > 0 ? _shown[0] : null;
            int chosen = _chosen is { } one ? first + _shown.IndexOf(one) : -1;
            for (int i = 0; i < lines.Length; i++)
                screen.Append(i == chosen ? $"{Chosen}{lines[i]}{Plain}" : lines[i]).Append(EndOfLine);
            screen.Append(Help).Append("\e[K");
        }

        _to.Write(screen.Append(EndOfScreen).ToString());
        _to.Flush();

        // The table is text here: a row begins with the name, which may have blanks, and the pid.
        int? PidOf(string line) => rows.FirstOrDefault(row => line.StartsWith(row.Process.Name, StringComparison.Ordinal)
            && line[row.Process.Name.Length..].TrimStart().StartsWith($"{row.Process.Pid} ", StringComparison.Ordinal))?.Process.Pid;
    }

    private string[] Lines(CommandResult answer)
    {
        const int help = 1;
        using MemoryStream text = new();
        TerminalFacts terminal = now();
        terminal = terminal with { Height = (terminal.Height ?? 24) - help, Colour = false };
        using CommandContext inner = new(text, TextWriter.Null, context.Time, terminal, CancellationToken.None);
        OutputRequest request = read(inner);
        (_sort is null ? request : request with { Sort = _sort }).Bind(TopTable.Shape).Publish(answer);
        return Encoding.UTF8.GetString(text.ToArray()).TrimEnd('\n').Split('\n');
    }
}
