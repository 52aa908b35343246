using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Storage.Recordings;

namespace Fathom.Tests.Query.Stacks;

/// <summary>
/// Looks at the threads of two programs. All ids collide: thread 1, stack 1 and method 1 are other ones in B. A has an older look that no answer may show.
/// A is a live process with a deadlock; B is a core without pool and CPU times.
/// </summary>
internal sealed class ThreadExample(RecordingWriter writer)
{
    private readonly Interner _ids = writer.Ids;

    public static RecordingReader RecordA(string folder) => Record(Path.Combine(folder, "a.fathom"), example =>
    {
        example.Process("Shop", 4711);
        example.Methods("System.Threading.Monitor.Enter_Slowpath(System.Object)", "Shop.Till.Pay(Shop.Account)", "Shop.Program.Main()");
        example.Stack(1, 1, 2, 3);
        example.Stack(2, 3);
        example.Thread(1, 4711, 1, "main", ThreadKinds.Managed);
        example.Thread(2, 4720, 7, "till-1", ThreadKinds.Managed);
        example.Thread(3, 4721, 8, "till-2", ThreadKinds.Managed);
        example.Thread(4, 4712, null, ".NET SigHandler", ThreadKinds.Native);

        example.Look(1, "live", 100, 5, 6);
        example.State(1, 1, "running", 1, 1, 1);
        example.Lock(1, 1, LockRelations.Owns, LockKinds.Monitor, 0xdead, "Never.Shown");
        example.AsyncWait(1, "Never.Shown", 1, null, 9);

        example.Look(2, "live", 500_000_000, 60_000_000, 45_000_000);
        example.State(2, 1, "running", 2_000_000_000, 480_000_000, 2, glances: (16, 16, 3));
        example.State(2, 2, "sleeping", 1_000_000, 0, 1);
        example.State(2, 3, "sleeping", 2_000_000, 0, 1, exception: ("System.InvalidOperationException", "no price"));
        example.State(2, 4, "sleeping", 50_000, 0, 0);
        example.Lock(2, 2, LockRelations.Owns, LockKinds.Monitor, 0x7f00_0000_1000, "Shop.Account");
        example.Lock(2, 2, LockRelations.Waits, LockKinds.Monitor, 0x7f00_0000_2000, "Shop.Account");
        example.Lock(2, 3, LockRelations.Owns, LockKinds.Monitor, 0x7f00_0000_2000, "Shop.Account");
        example.Lock(2, 3, LockRelations.Waits, LockKinds.Monitor, 0x7f00_0000_1000, "Shop.Account");
        example.Pool(2, 2, 100, 4, 4, 3, 12);
        example.AsyncWait(2, "Shop.Cart.LoadAsync", 1, "Shop.Db.QueryAsync", 250);
        example.AsyncWait(2, "Shop.Db.QueryAsync", 2, null, 30);
    });

    public static RecordingReader RecordB(string folder) => Record(Path.Combine(folder, "b.fathom"), example =>
    {
        example.Methods("System.Threading.Thread.Sleep(Int32)", "Depot.Program.Main()");
        example.Stack(1, 1, 2);
        example.Thread(1, 99, 1, null, ThreadKinds.Managed);
        example.Thread(2, 100, 2, null, ThreadKinds.Finalizer);
        example.Look(1, "core", null, null, null);
        example.State(1, 1, null, null, null, 1);
        example.State(1, 2, null, null, null, 0);
        example.Lock(1, 1, LockRelations.Waits, LockKinds.Sleep, null, null);
        example.AsyncWait(1, "Depot.RunAsync", 1, "System.Threading.Tasks.Task", 1);
    });

    private static RecordingReader Record(string path, Action<ThreadExample> fill)
    {
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom stacks"));
        fill(new ThreadExample(writer));
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private TextId Text(string? text) => _ids.Text(text);

    private void Process(string name, int pid) =>
        writer.Write<ProcessRow>([new ProcessRow(1, pid, Text(name), default, Text($"./{name}"), Text("10.0.12"), default, default, null, null, null)]);

    private void Thread(uint id, int tid, int? managed, string? name, string kind) => writer.Write<ThreadRow>([new ThreadRow(id, 1, tid, managed, Text(name), Text(kind))]);

    private void Look(uint id, string source, long? interval, long? expected, long? pause) =>
        writer.Write<StackSnapshotRow>([new StackSnapshotRow(id, 1, id * 1_000, Text(source), interval, expected, pause)]);

    private void State(
        uint look, uint thread, string? state, long? cpu, long? intervalCpu, uint stack, (int Count, int Same, uint Method)? glances = null, (string Type, string Message)? exception = null) =>
        writer.Write<ThreadStateRow>([new ThreadStateRow(
            look, thread, Text(state), cpu, intervalCpu, intervalCpu is null ? null : 0, glances?.Count, glances?.Same, glances?.Method, stack, Text(exception?.Type), Text(exception?.Message))]);

    private void Lock(uint look, uint thread, string relation, string kind, ulong? address, string? type) =>
        writer.Write<ThreadLockRow>([new ThreadLockRow(look, thread, Text(relation), Text(kind), address, Text(type), 1, kind == LockKinds.Sleep)]);

    private void Pool(uint look, int min, int max, int goal, int threads, int working, long pending) =>
        writer.Write<ThreadPoolRow>([new ThreadPoolRow(look, min, max, goal, threads, working, pending)]);

    private void AsyncWait(uint look, string method, int index, string? awaits, long count) =>
        writer.Write<AsyncWaitRow>([new AsyncWaitRow(look, Text(method), Text($"{method}+d__1"), index, Text(awaits), count)]);

    private void Methods(params string[] names)
    {
        for (uint id = 1; id <= names.Length; id++)
        {
            writer.Write<MethodRow>([new MethodRow(id, Text(names[id - 1]), Text(names[id - 1].StartsWith("System.", StringComparison.Ordinal) ? "System.Private.CoreLib.dll" : "App.dll"))]);
            writer.Write<FrameRow>([new FrameRow(id, id, Text("managed"), null)]);
        }
    }

    private void Stack(uint id, params uint[] methods)
    {
        for (int depth = 0; depth < methods.Length; depth++)
            writer.Write<StackFrameRow>([new StackFrameRow(id, depth, methods[depth])]);
        foreach (uint method in methods.Distinct())
            writer.Write<StackMethodRow>([new StackMethodRow(id, method)]);
    }
}
