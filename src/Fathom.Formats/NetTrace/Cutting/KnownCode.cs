using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace.Cutting;

/// <summary>
/// The methods, modules and assemblies that a runtime has told of and has still. Each is kept as the event with which a runtime tells at the end of a session of what is there: its payload is that of
/// the event of its load.
/// </summary>
internal sealed class KnownCode
{
    public const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    public const int MethodId = 144;
    public const int ModuleId = 154;
    public const int AssemblyId = 156;

    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const int AddressPlace = 16;
    private const int MostBytes = 64 << 20;

    private readonly Dictionary<(int Kind, ulong Key), (int Version, byte[] Payload)> _all = [];
    private long _bytes;

    /// <summary>How many found no room.</summary>
    public long WithoutRoom { get; private set; }

    /// <summary>All of them: assemblies, then modules, then methods.</summary>
    public IEnumerable<(int EventId, int Version, byte[] Payload)> All =>
        _all.OrderByDescending(static each => each.Key.Kind).Select(static each => (each.Key.Kind, each.Value.Version, each.Value.Payload));

    /// <summary>Takes an event; those of other kinds change nothing.</summary>
    public void On(EventMetadata metadata, ReadOnlySpan<byte> payload)
    {
        if (metadata.Provider == Runtime)
        {
            switch (metadata.EventId)
            {
                case 143:
                    Add(MethodId, metadata.Version, payload);
                    break;
                case 144:
                    Remove(MethodId, payload);
                    break;
                case 152:
                    Add(ModuleId, metadata.Version, payload);
                    break;
                case 153:
                    Remove(ModuleId, payload);
                    break;
                case 154:
                    Add(AssemblyId, metadata.Version, payload);
                    break;
                case 155:
                    Remove(AssemblyId, payload);
                    break;
            }
        }
        else if (metadata.Provider == Rundown && metadata.EventId is MethodId or ModuleId or AssemblyId)
        {
            Add(metadata.EventId, metadata.Version, payload);
        }
    }

    /// <summary>Adds one.</summary>
    public void Add(int eventId, int version, ReadOnlySpan<byte> payload)
    {
        if (KeyOf(eventId, payload) is not { } key)
            return;
        if (_all.Remove((eventId, key), out (int, byte[] Payload) before))
            _bytes -= before.Payload.Length;
        if (_bytes + payload.Length > MostBytes)
        {
            WithoutRoom++;
            return;
        }

        _all[(eventId, key)] = (version, payload.ToArray());
        _bytes += payload.Length;
    }

    private void Remove(int eventId, ReadOnlySpan<byte> payload)
    {
        if (KeyOf(eventId, payload) is { } key && _all.Remove((eventId, key), out (int, byte[] Payload) before))
            _bytes -= before.Payload.Length;
    }

    // Code by its address, the others by their number, which comes first.
    private static ulong? KeyOf(int eventId, ReadOnlySpan<byte> payload)
    {
        int place = eventId == MethodId ? AddressPlace : 0;
        return payload.Length >= place + sizeof(ulong) ? BinaryPrimitives.ReadUInt64LittleEndian(payload[place..]) : null;
    }
}
