using Fathom.Model.Recording;
using Fathom.Render.Live;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render;

public sealed class ProgressLineTests : IDisposable
{
    private readonly ManualTime _time = new();
    private readonly StringWriter _error = new() { NewLine = "\n" };

    public void Dispose() => _error.Dispose();

    [Fact]
    public void Without_a_terminal_a_step_is_named_once_and_only_when_it_takes_long()
    {
        using (ProgressLine line = new(new ErrorText(_error), _time, width: null))
        {
            line.Report(new Progress("attaching", 0, 0));
            _time.Advance(TimeSpan.FromMilliseconds(900));
            line.Report(new Progress("walking the heap", 1, 10));
            _time.Advance(TimeSpan.FromMilliseconds(1_000));
            Assert.Equal("", _error.ToString());
            _time.Advance(TimeSpan.FromMilliseconds(400));
            line.Report(new Progress("walking the heap", 9, 10));
            _time.Advance(TimeSpan.FromSeconds(5));
        }

        Assert.Equal("walking the heap…\n", _error.ToString());
    }

    [Fact]
    public void On_a_terminal_one_line_is_updated_and_cleared_at_the_end()
    {
        using (ProgressLine line = new(new ErrorText(_error), _time, width: 24))
        {
            line.Report(new Progress("walking the heap", 1, 3));
            _time.Advance(TimeSpan.FromMilliseconds(100));
            line.Report(new Progress("writing", 1_234, 0));
            _time.Advance(TimeSpan.FromMilliseconds(100));
            line.Report(new Progress("a step with a name that is too long", 0, 0));
            _time.Advance(TimeSpan.FromMilliseconds(100));
        }

        Assert.Equal("\rwalking the heap: 33 %\rwriting: 1,234        \ra step with a name that\r                       \r", _error.ToString());
    }

    // A pipe that nobody reads: ticks that waited behind one another took all threads of the pool, and SIGTERM was not heard.
    [Fact]
    public async Task A_line_that_cannot_be_written_holds_up_no_later_tick()
    {
        using BlockedWriter blocked = new();
        using ProgressLine line = new(new ErrorText(blocked), _time, width: 40);
        line.Report(new Progress("reading", 1, 2));
        Task first = Tick();
        blocked.HasBegun.Wait(TestContext.Current.CancellationToken);

        Task second = Tick();
        bool isHeldUp = await Task.WhenAny(second, Task.Delay(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken)) != second;
        blocked.GoesOn.Set();
        await first;
        await second;

        Assert.False(isHeldUp);

        Task Tick() => Task.Factory.StartNew(
            () => _time.Advance(TimeSpan.FromMilliseconds(100)), TestContext.Current.CancellationToken, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    [Fact]
    public void Where_another_program_writes_to_the_terminal_no_line_is_drawn_between()
    {
        using (ProgressLine line = new(new ErrorText(_error), _time, width: 40))
        {
            line.Report(new Progress("recording", 0, 0, "0 s") { IsShared = true });
            _time.Advance(TimeSpan.FromSeconds(2));
            line.Report(new Progress("recording", 0, 0, "2 s") { IsShared = true });
            _time.Advance(TimeSpan.FromSeconds(2));
            line.Report(new Progress("reading", 1, 2));
            _time.Advance(TimeSpan.FromMilliseconds(100));
        }

        Assert.Equal("recording…\n\rreading: 50 %\r             \r", _error.ToString());
    }

    [Fact]
    public void A_detail_is_part_of_the_line_and_no_step_of_its_own()
    {
        using StringWriter plain = new() { NewLine = "\n" };
        using (ProgressLine line = new(new ErrorText(_error), _time, width: 60), said = new(new ErrorText(plain), _time, width: null))
        {
            line.Report(new Progress("measuring", 1, 4, "about 3 min left, A"));
            said.Report(new Progress("measuring", 1, 4, "about 3 min left, A"));
            _time.Advance(TimeSpan.FromMilliseconds(900));
            said.Report(new Progress("measuring", 2, 4, "about 2 min left, B"));
            _time.Advance(TimeSpan.FromMilliseconds(900));
        }

        Assert.StartsWith("\rmeasuring: 25 %, about 3 min left, A", _error.ToString(), StringComparison.Ordinal);
        Assert.Equal("measuring…\n", plain.ToString());
    }

    [Fact]
    public void A_report_writes_nothing_by_itself()
    {
        using ProgressLine line = new(new ErrorText(_error), _time, width: 80);
        line.Report(new Progress("walking the heap", 1, 3));

        Assert.Equal("", _error.ToString());
    }

    private sealed class BlockedWriter : StringWriter
    {
        public ManualResetEventSlim HasBegun { get; } = new();

        public ManualResetEventSlim GoesOn { get; } = new();

        public override void Write(string? value)
        {
            HasBegun.Set();
            GoesOn.Wait(TestContext.Current.CancellationToken);
        }

        protected override void Dispose(bool disposing)
        {
            HasBegun.Dispose();
            GoesOn.Dispose();
            base.Dispose(disposing);
        }
    }
}
