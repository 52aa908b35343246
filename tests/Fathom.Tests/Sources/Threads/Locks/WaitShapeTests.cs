using Fathom.Model.Threads;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Stacks;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Locks;

public sealed class WaitShapeTests
{
    public static TheoryData<string, string, bool, string> Stacks => new()
    {
        { "Monitor.Enter_Slowpath Monitor.Enter App.Run", LockKinds.Monitor, false, "Monitor.Enter_Slowpath Monitor.Enter" },
        { "Monitor.TryEnter_Slowpath Monitor.TryEnter App.Run", LockKinds.Monitor, true, "Monitor.TryEnter_Slowpath Monitor.TryEnter" },
        { "Monitor.Wait App.Run", LockKinds.Pulse, false, "Monitor.Wait" },

        // .NET 11, where a monitor is made of a lock and all waits come together in managed code.
        {
            "WaitSubsystem+ThreadWaitInfo.Wait WaitSubsystem.Wait WaitHandle.WaitOneNoCheck Lock.TryEnterSlow Lock.Enter Monitor.Enter Monitor.Enter App.Run",
            LockKinds.Monitor,
            false,
            "Lock.TryEnterSlow Lock.Enter Monitor.Enter Monitor.Enter"
        },
        {
            "WaitSubsystem.Wait WaitHandle.WaitOneNoCheck Lock.TryEnterSlow Lock.TryEnter Monitor.TryEnter App.Run",
            LockKinds.Monitor,
            true,
            "Lock.TryEnterSlow Lock.TryEnter Monitor.TryEnter"
        },
        { "WaitSubsystem.Wait WaitHandle.WaitOneNoCheck Condition.Wait App.Run", LockKinds.Pulse, false, "Condition.Wait" },
        { "WaitSubsystem.Wait WaitHandle.WaitOneNoCheck Condition.Wait ManualResetEventSlim.Wait App.Run", LockKinds.Event, false, "ManualResetEventSlim.Wait" },
        { "WaitSubsystem.Wait WaitHandle.WaitOneNoCheck Lock.TryEnterSlow Lock.Reenter Condition.Wait App.Run", LockKinds.Lock, false, "Lock.TryEnterSlow Lock.Reenter" },
        { "WaitSubsystem+ThreadWaitInfo.Wait WaitSubsystem+ThreadWaitInfo.Sleep Thread.Sleep App.Run", LockKinds.Sleep, true, "" },
        { "WaitSubsystem.Wait Thread.JoinInternal Thread.Join App.Run", LockKinds.Thread, false, "Thread.JoinInternal Thread.Join" },
        {
            "Monitor.Wait SemaphoreSlim.WaitUntilCountOrTimeout SemaphoreSlim.WaitCore SemaphoreSlim.Wait App.Run",
            LockKinds.Semaphore,
            false,
            "SemaphoreSlim.WaitUntilCountOrTimeout SemaphoreSlim.WaitCore SemaphoreSlim.Wait"
        },
        { "Monitor.Enter_Slowpath Monitor.Enter SemaphoreSlim.WaitCore SemaphoreSlim.Wait App.Run", LockKinds.Monitor, false, "Monitor.Enter_Slowpath Monitor.Enter" },
        { "Monitor.Wait ManualResetEventSlim.Wait ManualResetEventSlim.Wait App.Run", LockKinds.Event, false, "ManualResetEventSlim.Wait ManualResetEventSlim.Wait" },
        {
            "Monitor.Wait ManualResetEventSlim.Wait Tasks.Task.SpinThenBlockingWait Tasks.Task.InternalWaitCore Tasks.Task`1[[System.Int32]].GetResultCore App.Run",
            LockKinds.Task,
            false,
            "Tasks.Task.SpinThenBlockingWait Tasks.Task.InternalWaitCore Tasks.Task`1[[System.Int32]].GetResultCore"
        },
        {
            "WaitHandle.WaitOneNoCheck Lock.TryEnterSlow Lock.EnterAndGetCurrentThreadId Lock.EnterScope App.Run",
            LockKinds.Lock,
            false,
            "Lock.TryEnterSlow Lock.EnterAndGetCurrentThreadId Lock.EnterScope"
        },
        { "WaitHandle.WaitOneNoCheck Lock.TryEnterSlow Lock.TryEnter App.Run", LockKinds.Lock, true, "Lock.TryEnterSlow Lock.TryEnter" },
        {
            "WaitHandle.WaitOneNoCheck ReaderWriterLockSlim.WaitOnEvent ReaderWriterLockSlim.TryEnterReadLockCore ReaderWriterLockSlim.EnterReadLock App.Run",
            LockKinds.Read,
            false,
            "ReaderWriterLockSlim.WaitOnEvent ReaderWriterLockSlim.TryEnterReadLockCore ReaderWriterLockSlim.EnterReadLock"
        },
        {
            "WaitHandle.WaitOneNoCheck ReaderWriterLockSlim.WaitOnEvent ReaderWriterLockSlim.TryEnterWriteLockCore ReaderWriterLockSlim.TryEnterWriteLock App.Run",
            LockKinds.Write,
            true,
            "ReaderWriterLockSlim.WaitOnEvent ReaderWriterLockSlim.TryEnterWriteLockCore ReaderWriterLockSlim.TryEnterWriteLock"
        },
        {
            "WaitHandle.WaitOneNoCheck ReaderWriterLockSlim.WaitOnEvent ReaderWriterLockSlim.TryEnterUpgradeableReadLockCore App.Run",
            LockKinds.UpgradeableRead,
            false,
            "ReaderWriterLockSlim.WaitOnEvent ReaderWriterLockSlim.TryEnterUpgradeableReadLockCore"
        },
        { "WaitHandle.WaitOneNoCheck App.Run", LockKinds.Handle, false, "WaitHandle.WaitOneNoCheck App.Run" },
        { "Thread.Join Thread.Join App.Run", LockKinds.Thread, false, "Thread.Join Thread.Join" },
        { "Thread.Sleep App.Run", LockKinds.Sleep, true, "" },
        { "LowLevelLifoSemaphore.WaitNative LowLevelLifoSemaphore.WaitForSignal PortableThreadPool+WorkerThread.WorkerThreadStart", LockKinds.Work, false, "" },
    };

    [Theory]
    [MemberData(nameof(Stacks))]
    public void The_frames_of_a_wait_tell_its_kind_and_where_its_object_is(string stack, string kind, bool isTimed, string holders)
    {
        List<StackEntry> frames = Frames(stack);

        WaitShape shape = Assert.NotNull(WaitShape.Find(frames));

        Assert.Equal((kind, isTimed), (shape.Kind, shape.IsTimed));
        Assert.Equal(holders, string.Join(' ', stack.Split(' ').Skip(shape.First).Take(shape.Count)));
    }

    [Theory]
    [InlineData("App.Run")]
    [InlineData("Interop+Sys.Read ConsolePal.Read App.Run Monitor.Enter")]
    [InlineData("")]
    [InlineData("A.A B.B C.C D.D E.E Monitor.Wait")]
    public void A_stack_that_does_not_end_in_a_wait_is_none(string stack) => Assert.Null(WaitShape.Find(Frames(stack)));

    // It is asked of every thread while the target stands still.
    [Fact]
    public void Finding_a_wait_allocates_nothing()
    {
        List<StackEntry> frames = Frames("WaitSubsystem+ThreadWaitInfo.Wait WaitSubsystem.Wait WaitHandle.WaitOneNoCheck Lock.TryEnterSlow Lock.Enter Monitor.Enter App.Run");
        WaitShape.Find(frames);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1_000; i++)
            WaitShape.Find(frames);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    // Names are given without System.Threading, which App and Interop do not have.
    private static List<StackEntry> Frames(string stack) =>
        [.. stack.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select((name, i) =>
        {
            int dot = name.LastIndexOf('.');
            bool isOwn = name.StartsWith("App", StringComparison.Ordinal) || name.StartsWith("Interop", StringComparison.Ordinal);
            string type = (isOwn ? "" : "System.Threading.") + name[..dot];
            string method = name[(dot + 1)..];
            return new StackEntry(new KnownMethod((uint)i + 1, $"{type}.{method}()", type, method, null, WaitParts.Of(type, method)), (ulong)i, 0);
        })];
}
