using Fathom.Model.Recording;
using Fathom.Render.Live;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render;

public sealed class ErrorTextTests : IDisposable
{
    private readonly ManualTime _time = new();
    private readonly StringWriter _terminal = new() { NewLine = "\n" };

    public void Dispose() => _terminal.Dispose();

    [Fact]
    public void A_note_takes_the_line_of_progress_away_and_progress_comes_back_below_it()
    {
        using ErrorText error = new(_terminal);
        using (ProgressLine line = new(error, _time, width: 40))
        {
            line.Report(new Progress("reading the process", 0, 0));
            _time.Advance(TimeSpan.FromMilliseconds(100));
            error.WriteLine("note: stopping it");
            _time.Advance(TimeSpan.FromMilliseconds(100));
        }

        Assert.Equal(
            "\rreading the process…\r                    \rnote: stopping it\n\rreading the process…\r                    \r", _terminal.ToString());
    }

    [Fact]
    public void A_step_that_is_soon_over_is_not_shown()
    {
        using ErrorText error = new(_terminal);
        using ProgressLine line = new(error, _time, width: 40, patience: TimeSpan.FromSeconds(1));
        line.Report(new Progress("answering", 0, 0));
        _time.Advance(TimeSpan.FromMilliseconds(900));
        Assert.Equal("", _terminal.ToString());
        _time.Advance(TimeSpan.FromMilliseconds(150));

        Assert.Equal("\ranswering…", _terminal.ToString());
    }
}
