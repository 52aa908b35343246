using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>Reads what collected HTTP requests are. Fields are read by their names; what a version does not have is not known.</summary>
/// <param name="runtime">Of a target whose heap stands still.</param>
/// <param name="memory">Its memory.</param>
internal sealed class RequestReader(ClrRuntime runtime, ITargetMemory memory)
{
    private const int HeadFlushed = 5;

    // More than is shown, because a query is cut off.
    private const int MaxRead = 2_048;

    // The call of HttpClient that sends one request, with the request in its state machine.
    private const string SendCall = "System.Net.Http.HttpClient+<<SendAsync>g__Core|";

    // The call of Kestrel that serves a connection or stream; its own object keeps how far its last request came.
    private const string ServeCall = "Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Http.HttpProtocol+<ProcessRequests>d__";

    private readonly Dictionary<(ulong Type, string Field), ClrInstanceField?> _fields = [];

    /// <summary>Reads them.</summary>
    /// <param name="requests">What keeps requests.</param>
    /// <param name="tasks">Tasks that have not completed.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public List<PendingRequest> Read(RequestCollector requests, TaskCollector tasks, CancellationToken due)
    {
        List<PendingRequest> all = [];
        HashSet<ulong>? served = Served(requests, tasks, due);
        foreach ((ulong address, int status) in requests.Incoming)
        {
            due.ThrowIfCancellationRequested();
            if (status == HeadFlushed && served?.Contains(address) == false)
                continue;
            all.Add(new PendingRequest(true, MethodOf(address), TextOf(address, "<Path>k__BackingField"), status == HeadFlushed ? "responding" : "app", StartOf(address)));
        }

        foreach (ulong request in requests.Connected)
        {
            due.ThrowIfCancellationRequested();
            all.Add(Outgoing(request, "connected"));
        }

        foreach (PendingTask task in tasks.Tasks)
        {
            due.ThrowIfCancellationRequested();
            if (tasks.Shapes[task.Shape].Box?.StateMachine.StartsWith(SendCall, StringComparison.Ordinal) == true
                && OfMachine(task.Address, "request") is not 0 and var request && !requests.Connected.Contains(request) && all.Count < 2 * RequestCollector.MaxRequests)
            {
                all.Add(Outgoing(request, "no_http1_connection"));
            }
        }

        return all;
    }

    // After its last request, and in a pool of streams, an object looks as if it still answered. Null where calls are not kept in boxes.
    private HashSet<ulong>? Served(RequestCollector requests, TaskCollector tasks, CancellationToken due)
    {
        if (!requests.Incoming.Any(static each => each.Status == HeadFlushed) || !tasks.Shapes.Any(IsServing))
            return null;
        HashSet<ulong> served = [];
        foreach (PendingTask task in tasks.Tasks)
        {
            due.ThrowIfCancellationRequested();
            if (IsServing(tasks.Shapes[task.Shape]))
                served.Add(OfMachine(task.Address, "<>4__this"));
        }

        return served;

        static bool IsServing(TaskShape shape) => shape.Box?.StateMachine.StartsWith(ServeCall, StringComparison.Ordinal) == true;
    }

    private PendingRequest Outgoing(ulong request, string state)
    {
        string? method = Follow(request, "_method") is not 0 and var named ? TextOf(named, "_method") : null;
        string? target = Follow(request, "_requestUri") is not 0 and var uri ? TextOf(uri, "_string") : null;
        return new PendingRequest(false, method, target, state, 0);
    }

    // The text is made when somebody asks for it; before there is the number of a known method.
    private string? MethodOf(ulong address)
    {
        if (TextOf(address, "_methodText") is { } text)
            return text;
        if (FieldOf(address, "<Method>k__BackingField") is not { Type.IsEnum: true } field)
            return null;
        if (!memory.TryRead(field.GetAddress(address, interior: false), out byte number))
            return null;
        foreach ((string name, object? value) in field.Type.AsEnum().EnumerateValues())
        {
            if (value is not null && Convert.ToInt64(value, System.Globalization.CultureInfo.InvariantCulture) == number)
                return name.ToUpperInvariant();
        }

        return null;
    }

    private long StartOf(ulong address) =>
        Follow(address, "HostContext>k__BackingField") is not 0 and var context
        && FieldOf(context, "<StartTimestamp>k__BackingField") is { } field
        && memory.TryRead(field.GetAddress(context, interior: false), out long start) ? start : 0;

    // In optimised programs the state machine lies in the box, else the box refers to it.
    private ulong OfMachine(ulong box, string name)
    {
        if (FieldOf(box, "StateMachine") is not { Type: { } type } machine)
            return 0;
        ulong at = machine.GetAddress(box, interior: false);
        if (!type.IsValueType)
            return memory.TryRead(at, out ulong own) && own != 0 ? Follow(own, name) : 0;
        ClrInstanceField? kept = type.Fields.FirstOrDefault(field => field.Name == name);
        return kept is not null && memory.TryRead(kept.GetAddress(at, interior: true), out ulong value) ? value : 0;
    }

    private string? TextOf(ulong address, string field) => Follow(address, field) is not 0 and var text ? ReadText(text) : null;

    private string? ReadText(ulong address)
    {
        if (!memory.TryReadMethodTable(address, out ulong table) || table != runtime.Heap.StringType.MethodTable
            || !memory.TryRead(address + HeapLayout.ComponentCountOffset, out int length) || length < 0)
        {
            return null;
        }

        char[] text = new char[Math.Min(length, MaxRead)];
        Span<byte> bytes = System.Runtime.InteropServices.MemoryMarshal.AsBytes(text.AsSpan());
        return memory.Read(address + HeapLayout.ComponentCountOffset + sizeof(int), bytes) == bytes.Length ? RequestTarget.Of(new string(text)) : null;
    }

    private ulong Follow(ulong address, string name) =>
        FieldOf(address, name) is { } field && memory.TryRead(field.GetAddress(address, interior: false), out ulong value) ? value : 0;

    private ClrInstanceField? FieldOf(ulong address, string name)
    {
        if (!memory.TryReadMethodTable(address, out ulong table))
            return null;
        if (!_fields.TryGetValue((table, name), out ClrInstanceField? field))
        {
            // A property of an interface has the name of that in front.
            field = runtime.Heap.GetTypeByMethodTable(table)?.Fields.FirstOrDefault(one => one.Name == name || one.Name?.EndsWith("." + name, StringComparison.Ordinal) == true);
            _fields.Add((table, name), field);
        }

        return field;
    }
}
