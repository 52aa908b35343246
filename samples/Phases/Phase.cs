using System.Diagnostics;
using System.Text.Json.Nodes;

namespace Phases;

/// <summary>A part of the program, on threads of its own, and what is true of it.</summary>
internal sealed class Phase(string name)
{
    private readonly Lock _gate = new();
    private readonly JsonArray _threads = [];
    private readonly JsonObject _facts = [];
    private readonly long _startNs = Stopwatch.GetTimestamp();

    /// <summary>Starts a thread of it.</summary>
    public Thread Start(string thread, Action<ThreadNotes> body)
    {
        Thread started = new(() => Run(thread, body)) { Name = $"{name}-{thread}" };
        started.Start();
        return started;
    }

    /// <summary>Runs a thread of it to its end.</summary>
    public void Run(Action<ThreadNotes> body) => Start("main", body).Join();

    /// <summary>Notes a number.</summary>
    public void Fact(string fact, long value)
    {
        lock (_gate)
            _facts[fact] = value;
    }

    /// <summary>What is true of it, when all its threads have ended.</summary>
    public JsonObject ToJson() => new()
    {
        ["name"] = name, ["start_ns"] = _startNs, ["end_ns"] = Stopwatch.GetTimestamp(), ["facts"] = _facts.DeepClone(), ["threads"] = _threads.DeepClone(),
    };

    private void Run(string thread, Action<ThreadNotes> body)
    {
        ThreadNotes notes = new();
        ThreadClock start = ThreadClock.Now();
        body(notes);
        ThreadClock spent = ThreadClock.Now() - start;
        JsonObject json = new()
        {
            ["name"] = $"{name}-{thread}",
            ["tid"] = ThreadClock.ThreadId,
            ["start_ns"] = start.AtNs,
            ["wall_ns"] = spent.AtNs,
            ["cpu_ns"] = spent.CpuNs,
            ["run_ns"] = spent.RunNs,
            ["ready_ns"] = spent.ReadyNs,
            ["slices"] = spent.Slices,
            ["waits"] = notes.Waits,
            ["wait_ns"] = notes.WaitNs,
        };
        lock (_gate)
            _threads.Add(json);
    }
}
