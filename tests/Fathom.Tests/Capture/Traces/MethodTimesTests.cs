using Fathom.Capture.Traces;
using Fathom.Model;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;
using Fathom.Storage.Stacks;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Capture.Traces;

/// <summary>Sums by method are those of the samples and waits, added up here one by one and nanosecond by nanosecond.</summary>
public sealed class MethodTimesTests : IDisposable
{
    private const int Processes = 3;
    private const int Threads = 9;
    private const int Stacks = 40;
    private const int Methods = 12;
    private const int LengthNs = 400;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    [InlineData(3, true)]
    [InlineData(4, true)]
    public void Sums_are_those_of_every_nanosecond(int seed, bool isTold) => SumsAreRight(seed, isTold, static writer => writer);

    [Theory]
    [InlineData(1, false, 1_000, 1_000, true)]
    [InlineData(5, false, 1_000, 1_000, true)]
    [InlineData(6, false, 100, 1_000, false)]
    [InlineData(7, false, 1_000, 20, false)]
    [InlineData(8, true, 1_000, 1_000, false)]
    public void Rows_that_pass_have_the_same_sums_also_where_there_is_no_room_for_them(int seed, bool isTold, int mostRows, int mostMethods, bool isWhole)
    {
        PassingTimes? passing = null;

        SumsAreRight(seed, isTold, writer => passing = new PassingTimes(writer, mostRows, mostMethods));

        Assert.Equal(isWhole, passing!.IsWhole);
    }

    [Fact]
    public void Waits_come_in_order_from_memory_and_from_the_engine()
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File("o.fathom"), new RecordingOptions("fathom extract"));
        new RandomTrace(new Random(9), isTold: true).WriteTo(writer, writer);
        List<StackWait> memory = [], engine = [];

        using (WrittenTimes times = new(writer, TestContext.Current.CancellationToken))
            times.Waits(memory.Add);
        using (WrittenTimes times = new(writer, TestContext.Current.CancellationToken, mostWaitsInMemory: 0))
            times.Waits(engine.Add);

        Assert.True(memory.Count > 50);
        Assert.Equal(memory.Select(static wait => (wait.ProcessId, wait.StartNs)), engine.Select(static wait => (wait.ProcessId, wait.StartNs)));
        Assert.Equal(memory.Select(static wait => $"{wait}").Order(), engine.Select(static wait => $"{wait}").Order());
        Assert.Equal(memory.OrderBy(static wait => wait.ProcessId).ThenBy(static wait => wait.StartNs).Select(static wait => wait.StartNs), memory.Select(static wait => wait.StartNs));
    }

    private void SumsAreRight(int seed, bool isTold, Func<RecordingWriter, IRecordingSink> through)
    {
        RandomTrace trace = new(new Random(seed), isTold);
        using RecordingReader recording = trace.Record(_folder.File("t.fathom"), through);
        using QuerySession session = QuerySession.Open(recording);

        Assert.Equal(trace.Cpu().Order(), Rows(session, "SELECT process_id, method_id, cpu_self_ns, cpu_total_ns, sample_count, gap_count FROM method_cpu").Order());
        Assert.Equal(
            trace.WaitsByMethod().Order(),
            Rows(session, "SELECT process_id, method_id, wait_wall_ns, wait_sum_ns, ready_sum_ns, wait_max_ns, wait_count, open_count, unknown_count FROM method_wait").Order());
    }

    [Fact]
    public void A_recording_without_samples_and_waits_has_no_sums()
    {
        string path = _folder.File("none.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom extract")))
        {
            MethodTimes.Write(writer, writer, new SilentProgress(), TestContext.Current.CancellationToken);
            writer.Commit();
        }

        using RecordingReader recording = RecordingReader.Open(path);
        Assert.DoesNotContain(recording.Manifest.Parts, static part => part.Table.StartsWith("method_", StringComparison.Ordinal));
    }

    [Fact]
    public void A_part_that_is_gone_or_cannot_be_read_is_one_sentence()
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("fathom extract"));
        writer.Write<StackMethodRow>([new(1, 1)]);
        using WrittenTimes times = new(writer, TestContext.Current.CancellationToken);
        File.WriteAllText(Assert.Single(Directory.GetFiles(writer.Folder, "*.parquet", SearchOption.AllDirectories)), "damaged");

        FathomException error = Assert.Throws<FathomException>(times.Methods);

        Assert.StartsWith($"'{writer.Folder}' cannot be written: ", error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', error.Message);
    }

    private static IEnumerable<string> Rows(QuerySession session, string sql) =>
        session.Ask(sql, [], TestContext.Current.CancellationToken).Rows.Select(static row => string.Join(' ', row.Select(static cell => cell.IsNull ? "-" : cell.ToString())));

    private sealed class RandomTrace
    {
        private readonly Random _random;
        private readonly uint[][] _frames;
        private readonly int?[] _exact;
        private readonly uint[] _methodOfFrame;
        private readonly bool[] _isManaged;
        private readonly List<CpuSampleRow> _samples = [];
        private readonly List<ThreadWaitRow> _waits = [];
        private readonly List<ThreadWaitStackRow> _told = [];

        public RandomTrace(Random random, bool isTold)
        {
            _random = random;
            _methodOfFrame = [0, .. Enumerable.Range(0, 2 * Methods).Select(_ => (uint)random.Next(1, Methods + 1))];
            _isManaged = [.. _methodOfFrame.Select(_ => random.Next(2) == 0)];
            // Stack 0 is none; some have no frame.
            _frames = [[], .. Enumerable.Range(0, Stacks).Select(i => i % 9 == 8 ? [] : Enumerable.Range(0, random.Next(1, 7)).Select(_ => (uint)random.Next(1, _methodOfFrame.Length)).ToArray())];
            _exact = [.. _frames.Select(frames => random.Next(4) == 0 ? (int?)null : random.Next(0, frames.Length + 1))];
            bool hasTime = random.Next(3) > 0;
            for (int i = 0; i < 300; i++)
                _samples.Add(new CpuSampleRow(i, Thread(), 0, Stack(), hasTime && random.Next(5) > 0 ? random.Next(1, 100) : null));
            for (uint thread = 1; thread <= Threads; thread++)
            {
                for (int at = random.Next(20); at < LengthNs;)
                {
                    int wait = random.Next(0, 40), ready = random.Next(0, 9);
                    uint stack = Stack();
                    _waits.Add(new ThreadWaitRow(thread, at, wait, ready, default, stack, null, 0, null, random.Next(9) == 0, random.Next(9) == 0, random.Next(9) == 0, random.Next(9) == 0));
                    if (isTold && random.Next(3) == 0)
                        _told.Add(new ThreadWaitStackRow(thread, at, default, (uint)random.Next(1, Stacks + 1)));
                    at += wait + ready + random.Next(1, 30);
                }
            }

            // They are written when they end, so not in the order of their begin.
            _waits.Sort(static (a, b) => (a.StartNs + a.WaitNs).CompareTo(b.StartNs + b.WaitNs));
        }

        public RecordingReader Record(string path, Func<RecordingWriter, IRecordingSink> through)
        {
            using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom extract") { PartRows = 1000 }))
            {
                IRecordingSink sink = through(writer);
                WriteTo(writer, sink);
                MethodTimes.Write(writer, sink, new SilentProgress(), TestContext.Current.CancellationToken);
                writer.Commit();
            }

            return RecordingReader.Open(path);
        }

        public void WriteTo(RecordingWriter writer, IRecordingSink sink)
        {
            sink.Write<ProcessRow>([.. Enumerable.Range(1, Processes).Select(static i => new ProcessRow { ProcessId = (uint)i, Pid = i })]);
            sink.Write<ThreadRow>([.. Enumerable.Range(1, Threads).Select(i => new ThreadRow((uint)i, ProcessOf((uint)i), i, null, default, default))]);
            for (uint stack = 1; stack < _frames.Length; stack++)
            {
                sink.Write<StackFrameRow>([.. _frames[stack].Select((frame, depth) => new StackFrameRow(stack, depth, frame, _exact[stack] is { } exact ? depth < exact : null))]);
                sink.Write<StackMethodRow>([.. MethodsOf(stack).Select(method => new StackMethodRow(stack, method, HasGap(stack, method) is { } has ? !has : null))]);
            }

            sink.Write<FrameRow>(
                [.. Enumerable.Range(1, _methodOfFrame.Length - 1).Select(i => new FrameRow((uint)i, _methodOfFrame[i], writer.Ids.Text(_isManaged[i] ? "managed" : "native"), 0))]);
            sink.Write<CpuSampleRow>([.. _samples]);
            sink.Write<ThreadWaitRow>([.. _waits]);
            sink.Write<ThreadWaitStackRow>([.. _told]);
        }

        public IEnumerable<string> Cpu() =>
            from sample in _samples
            from method in OrNone(MethodsOf(sample.StackId))
            group (sample, method) by (Process: ProcessOf(sample.ThreadId), Method: method) into one
            let known = one.Where(static some => some.sample.WeightNs is not null).ToArray()
            let self = known.Where(some => one.Key.Method == 0 || _methodOfFrame[_frames[some.sample.StackId][0]] == one.Key.Method).Sum(static some => some.sample.WeightNs!.Value)
            let gaps = one.Select(some => HasGap(some.sample.StackId, some.method)).OfType<bool>().ToArray()
            select $"{one.Key.Process} {one.Key.Method} {(known.Length == 0 ? "-" : self)} {(known.Length == 0 ? "-" : known.Sum(static some => some.sample.WeightNs!.Value))} {one.Count()} "
                + (gaps.Length == 0 ? "-" : gaps.Count(static gap => gap));

        public IEnumerable<string> WaitsByMethod() =>
            from wait in _waits
            from method in OrNone(MethodsOf(wait))
            group wait by (Process: ProcessOf(wait.ThreadId), Method: method) into one
            let covered = one.SelectMany(static wait => Enumerable.Range((int)wait.StartNs, (int)wait.WaitNs)).Distinct().Count()
            let open = one.Count(static wait => wait.OpenAtStart || wait.OpenAtEnd)
            let unknown = one.Count(static wait => wait.NoWaking || wait.NoSwitchIn)
            select $"{one.Key.Process} {one.Key.Method} {covered} {one.Sum(static w => w.WaitNs)} {one.Sum(static w => w.ReadyNs)} {one.Max(static w => w.WaitNs)} {one.Count()} {open} {unknown}";

        // Null where the stack does not say; of samples without a method nothing can be missing.
        private bool? HasGap(uint stack, uint method) =>
            method == 0 || _exact[stack] is not { } exact ? null : _frames[stack].Index().Any(frame => _methodOfFrame[frame.Item] == method && frame.Index >= exact);

        private static uint ProcessOf(uint thread) => 1 + (thread % Processes);

        private static uint[] OrNone(uint[] methods) => methods.Length == 0 ? [0] : methods;

        private uint[] MethodsOf(uint stack) => [.. _frames[stack].Select(frame => _methodOfFrame[frame]).Distinct()];

        private uint[] MethodsOf(ThreadWaitRow wait)
        {
            bool isCut = !_frames[wait.StackId].Any(frame => _isManaged[frame]);
            ThreadWaitStackRow? told = isCut ? _told.Where(one => one.ThreadId == wait.ThreadId && one.StartNs == wait.StartNs).Cast<ThreadWaitStackRow?>().FirstOrDefault() : null;
            return told is { } some ? [.. MethodsOf(wait.StackId).Union(MethodsOf(some.StackId))] : MethodsOf(wait.StackId);
        }

        private uint Thread() => (uint)_random.Next(1, Threads + 1);

        private uint Stack() => (uint)_random.Next(0, Stacks + 1);
    }
}
