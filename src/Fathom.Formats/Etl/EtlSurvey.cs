using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>
/// What must be known before the events, wherever it stands in the file: schemas, stacks by their keys, owners of threads, letters of
/// drives.
/// </summary>
/// <param name="totals">Counts.</param>
internal sealed class EtlSurvey(EtlTotals totals)
{
    private const int MostVolumes = 4096;
    private const int RuntimeStack = 82;
    private const int VolumeMapping = 35;
    private const int SystemPaths = 33;
    private const int EventInfo = 32;
    private const int ImageSymbols = 36;
    private const int MostImages = 1 << 20;

    private static readonly Guid s_runtime = new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4");
    private static readonly Guid s_system = new("9b79ee91-b5fd-41c0-a243-4248e266e9d0");
    private static readonly Guid s_images = new("b3e675d7-2554-4f18-830b-2762732560de");
    private static readonly Guid s_schemas = new("bbccf6c1-6cd1-48c4-80ff-839482e37671");

    private readonly List<(string Device, string Drive)> _volumes = [];
    private readonly Dictionary<(ulong Start, int Pid), (Guid Id, uint Age)> _symbols = [];
    private readonly Dictionary<(Guid Id, uint Age), string> _symbolTexts = [];
    private readonly Manifests _manifests = new(totals);

    /// <summary>Kinds of event.</summary>
    public EventDescriptions Descriptions { get; } = new(totals);

    /// <summary>Stacks by their keys.</summary>
    public StackKeys Keys { get; } = new();

    /// <summary>Owners of threads.</summary>
    public ThreadOwners Owners { get; } = new();

    /// <summary>Prefixes of paths as the kernel has them, with the letters of drives.</summary>
    public IReadOnlyList<(string Device, string Drive)> Volumes => _volumes;

    /// <summary>Whether there are stacks apart from their events.</summary>
    public bool HasStacks { get; private set; }

    /// <summary>Whether there are switches.</summary>
    public bool HasSwitches { get; private set; }

    /// <summary>Whether there are samples of processors.</summary>
    public bool HasSamples { get; private set; }

    /// <summary>Records.</summary>
    public long Records { get; private set; }

    /// <summary>Identity of the symbols of a mapped file (GUID and age of its PDB); empty where the file does not tell.</summary>
    public string SymbolsOf(ulong start, int pid)
    {
        if (!_symbols.TryGetValue((start, pid), out (Guid Id, uint Age) told))
            return "";
        ref string? text = ref CollectionsMarshal.GetValueRefOrAddDefault(_symbolTexts, told, out _);
        return text ??= string.Create(CultureInfo.InvariantCulture, $"{told.Id:N}{told.Age:x}");
    }

    /// <summary>Looks at a record.</summary>
    public void Look(in EtlRecord record, long ticks)
    {
        Records++;
        int hook = HookOf(record);
        switch (hook)
        {
            case KernelHook.StackBegins or KernelHook.StackEnds or KernelHook.StackLeft:
                Keys.Define(record.Payload, record.PointerSize, record.Opcode, ticks);
                break;
            case KernelHook.Stack or KernelHook.KernelStack or KernelHook.UserStack:
                HasStacks = true;
                break;
            case KernelHook.Switch:
                HasSwitches = true;
                break;
            case KernelHook.Sample:
                HasSamples = true;
                break;
            case >= 0:
                Owners.Survey(record, hook);
                break;
            default:
                if (record.Kind == EtlRecordKind.Classic)
                    Classic(record);
                else if (record.Kind == EtlRecordKind.Event && Manifests.Is(record))
                    _manifests.Take(record, Descriptions);
                else
                    HasStacks |= IsRuntimeStack(record);
                break;
        }
    }

    /// <summary>Whether it is the stack of the event of .NET before it on its thread.</summary>
    public static bool IsRuntimeStack(in EtlRecord record) =>
        record is { Kind: EtlRecordKind.Event, Id: RuntimeStack } && record.Provider == s_runtime;

    /// <summary>Group and opcode of a record of the kernel; -1 for others.</summary>
    public static int HookOf(in EtlRecord record) => record.Kind switch
    {
        EtlRecordKind.Kernel => KernelHook.Same(record.Hook),
        EtlRecordKind.Classic when KernelEvents.Find(record.Provider) is { Group: >= 0 } of =>
            KernelHook.Same((of.Group << 8) | record.Opcode),
        _ => -1,
    };

    private void Classic(in EtlRecord record)
    {
        if (record.Provider == s_schemas && record.Opcode == EventInfo)
        {
            if (TdhSchema.Read(record.Payload) is { } schema)
                Descriptions.Add(schema);
            else
                totals.DamagedSchemas++;
        }
        else if (record.Provider == s_system && record.Opcode == VolumeMapping && _volumes.Count < MostVolumes)
        {
            PayloadReader reader = new(record.Payload, record.PointerSize);
            string device = reader.Text().ToString(), drive = reader.Text().ToString();
            if (!reader.IsShort && device.Length > 0)
                _volumes.Add((device, drive));
        }
        else if (record.Provider == s_system && record.Opcode == SystemPaths && record.Payload.Length > 4)
        {
            // Some paths of the system's drive are told without any.
            ReadOnlySpan<char> folder = MemoryMarshal.Cast<byte, char>(record.Payload);
            if (folder[1] == ':' && _volumes.Count < MostVolumes)
                _volumes.Add(("", folder[..2].ToString()));
        }
        else if (record.Provider == s_images && record.Opcode == ImageSymbols && _symbols.Count < MostImages)
        {
            PayloadReader reader = new(record.Payload, record.PointerSize);
            (ulong, int) image = (reader.Pointer(), reader.Int32());
            (Guid, uint) id = (reader.Guid(), reader.UInt32());
            if (!reader.IsShort)
                _symbols[image] = id;
        }
    }
}
