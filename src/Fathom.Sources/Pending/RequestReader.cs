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

    private readonly Dictionary<(ulong Type, string Field), ClrInstanceField?> _fields = [];

    /// <summary>Reads them.</summary>
    /// <param name="requests">What keeps requests.</param>
    /// <param name="tasks">Tasks that have not completed.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public List<PendingRequest> Read(RequestCollector requests, TaskCollector tasks, CancellationToken due)
    {
        List<PendingRequest> all = [];
        foreach ((ulong address, int status) in requests.Incoming)
        {
            due.ThrowIfCancellationRequested();
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
                && RequestOf(task.Address) is not 0 and var request && !requests.Connected.Contains(request) && all.Count < 2 * RequestCollector.MaxRequests)
            {
                all.Add(Outgoing(request, "no_http1_connection"));
            }
        }

        return all;
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
    private ulong RequestOf(ulong box)
    {
        if (FieldOf(box, "StateMachine") is not { Type: { } type } machine)
            return 0;
        ulong at = machine.GetAddress(box, interior: false);
        if (!type.IsValueType)
            return memory.TryRead(at, out ulong own) && own != 0 ? Follow(own, "request") : 0;
        ClrInstanceField? request = type.Fields.FirstOrDefault(static field => field.Name == "request");
        return request is not null && memory.TryRead(request.GetAddress(at, interior: true), out ulong value) ? value : 0;
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
