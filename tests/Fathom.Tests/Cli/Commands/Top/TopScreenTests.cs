using System.Text;
using Fathom.Capture.Top;
using Fathom.Cli.Commands.Top;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Top;

/// <summary>The screen of 80 columns and 24 lines, over this process.</summary>
public sealed class TopScreenTests
{
    [Fact]
    public void It_draws_until_q_and_leaves_the_terminal_as_it_was()
    {
        string text = Run("q");

        Assert.StartsWith("\e[?1049h\e[?25l", text, StringComparison.Ordinal);
        Assert.EndsWith("\e[?25h\e[?1049l", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_look_fits_the_terminal_and_marks_the_chosen_process()
    {
        string screen = Run(".q").Split("\e[H")[^1];

        string[] lines = screen[..screen.IndexOf("\e[J", StringComparison.Ordinal)].Split("\r\n");
        Assert.InRange(lines.Length, 4, 24);
        Assert.All(lines, static line => Assert.InRange(Plain(line).Length, 0, 80));
        Assert.Matches("^1 .NET process on '.*', [0-9]+ processors?( [0-9]+ % busy)?$", Plain(lines[0]));
        Assert.Matches("^process +pid +cpu +ready", Plain(lines[2]));
        Assert.StartsWith("\e[7m", lines[3], StringComparison.Ordinal);
        Assert.Contains($" {Environment.ProcessId} ", lines[3], StringComparison.Ordinal);
        Assert.EndsWith("q: quit", Plain(lines[^1]), StringComparison.Ordinal);
    }

    [Fact]
    public void Enter_shows_the_threads_and_escape_all_processes_again()
    {
        string[] screens = Run(".\r\eq").Split("\e[H");

        Assert.Contains(screens, static screen => screen.Contains("thread                tid", StringComparison.Ordinal));
        Assert.Contains("process ", screens[^1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_terminal_that_becomes_narrower_gets_narrower_lines()
    {
        int asked = 0;
        string[] screens = Run("..q", wide => wide with { Width = asked++ == 0 ? 80 : 60 }).Split("\e[H");

        Assert.Contains(screens[1].Split("\r\n"), static line => Plain(line).Length > 60);
        Assert.All(screens[2].Split("\r\n").SkipLast(1), static line => Assert.InRange(Plain(line).Length, 0, 60));
    }

    private static string Run(string keys, Func<TerminalFacts, TerminalFacts>? now = null)
    {
        using MemoryStream output = new();
        TerminalFacts terminal = new(true, true, 80, true) { Height = 24 };
        using CommandContext context = new(output, TextWriter.Null, TimeProvider.System, terminal, TestContext.Current.CancellationToken);
        ProcessFacts self = new ProcessScanner().Look(Environment.ProcessId).Facts!;
        using TopLooks looks = new(_ => [self], withEvents: false);

        using (TopScreen screen = new(looks, new Typed(keys), context, () => now?.Invoke(terminal) ?? terminal, TimeSpan.FromMilliseconds(50), Table))
            screen.Run();

        context.Flush();
        return Encoding.UTF8.GetString(output.ToArray());
    }

    private static OutputRequest Table(CommandContext context)
    {
        OutputRequest table = OutputOptions.Table(context, 20);
        return table with { Target = table.Target with { Style = table.Target.Style with { Height = context.Terminal.Height } }, ChoosesColumns = true };
    }

    private static string Plain(string line) => System.Text.RegularExpressions.Regex.Replace(line, "\e\\[[0-9;?]*[A-Za-z]", "");

    // A dot stands for a look.
    private sealed class Typed(string keys) : IKeys
    {
        private int _at;

        public Key Next(TimeSpan wait)
        {
            char key = _at < keys.Length ? keys[_at++] : 'q';
            if (key != '.')
                return KeyText.Of([(byte)key]);
            TestContext.Current.CancellationToken.WaitHandle.WaitOne(60);
            return Key.None;
        }
    }
}
