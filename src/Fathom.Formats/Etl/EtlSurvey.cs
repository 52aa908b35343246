using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.Etl.Fields;
using Fathom.Formats.Etl.Stacks;
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
    private const int FileVersion = 64;
    private const int ImageStamp = 0;
    private const int MostImages = 1 << 20;
    private const int FileNameBegins = 10;
    private const int FileNameEnds = 11;

    private static readonly Guid s_runtime = new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4");
    private static readonly Guid s_system = new("9b79ee91-b5fd-41c0-a243-4248e266e9d0");
    private static readonly Guid s_images = new("b3e675d7-2554-4f18-830b-2762732560de");
    private static readonly Guid s_files = new(EtlTrace.FileProvider);
    private static readonly Guid s_schemas = new("bbccf6c1-6cd1-48c4-80ff-839482e37671");

    private readonly List<(string Device, string Drive)> _volumes = [];
    private readonly Dictionary<(ulong Start, int Pid), EtlSymbols> _symbols = [];
    private readonly Dictionary<(uint Size, uint TimeStamp), EtlFileVersion> _versions = [];
    private readonly Dictionary<(ulong Start, int Pid), uint> _stamps = [];
    private readonly Manifests _manifests = new(totals);
    private readonly StackMatches _matches = new();
    private ulong _mostLate;

    /// <summary>Kinds of event.</summary>
    public EventDescriptions Descriptions { get; } = new(totals);

    /// <summary>Stacks by their keys.</summary>
    public StackKeys Keys { get; } = new();

    /// <summary>Owners of threads.</summary>
    public ThreadOwners Owners { get; } = new();

    /// <summary>Prefixes of paths as the kernel has them, with the letters of drives.</summary>
    public IReadOnlyList<(string Device, string Drive)> Volumes => _volumes;

    /// <summary>Whether there are stacks apart from their events.</summary>
    public bool HasStacks => Has(EtlSigns.Stacks);

    /// <summary>Ticks from an event to the last record with a part of its stack.</summary>
    public ulong MostLate => Math.Max(Findings.MostLate, _mostLate);

    /// <summary>Whether there are switches.</summary>
    public bool HasSwitches => Has(EtlSigns.Switches);

    /// <summary>Whether there are file calls of the kernel logger.</summary>
    public bool HasFileCalls => Has(EtlSigns.FileCalls);

    /// <summary>Whether there are page faults with their files.</summary>
    public bool HasHardFaults => Has(EtlSigns.HardFaults);

    /// <summary>Names of files.</summary>
    public FileNames FileNames { get; } = new();

    /// <summary>Whether the logger of the kernel told what goes over the network.</summary>
    public bool HasNetwork => Has(EtlSigns.Network);

    /// <summary>Where files of the kernel lie.</summary>
    public KernelFiles KernelFiles { get; } = new();

    /// <summary>Names of keys of the registry.</summary>
    public FileNames KeyNames { get; } = new();

    /// <summary>Whether the logger of the kernel told of processes.</summary>
    public bool HasProcesses => Has(EtlSigns.Processes);

    /// <summary>Whether the logger of the kernel told of threads.</summary>
    public bool HasThreads => Has(EtlSigns.Threads);

    /// <summary>Whether the logger of the kernel told of mapped files.</summary>
    public bool HasImages => Has(EtlSigns.Images);

    /// <summary>Whether there are samples of processors.</summary>
    public bool HasSamples => Has(EtlSigns.Samples);

    /// <summary>Records.</summary>
    public long Records => Findings.Records;

    /// <summary>The PDB of a mapped file; null where the file does not tell.</summary>
    public EtlSymbols? SymbolsOf(ulong start, int pid) => _symbols.GetValueOrDefault((start, pid));

    /// <summary>Version of a mapped file; null where the file does not tell.</summary>
    public EtlFileVersion? VersionOf(ulong start, int pid, uint size, uint timeStamp) =>
        _versions.GetValueOrDefault((size, timeStamp != 0 ? timeStamp : _stamps.GetValueOrDefault((start, pid))));

    /// <summary>What all records have, whatever their order.</summary>
    public EtlFindings Findings { get; set; }

    /// <summary>Whether a record must be looked at in its order. Several threads ask at the same time.</summary>
    /// <param name="record">The record.</param>
    /// <param name="ticks">Its time.</param>
    /// <param name="findings">Takes what does not need an order.</param>
    public static bool Sees(in EtlRecord record, long ticks, ref EtlFindings findings)
    {
        findings.Records++;
        int hook = HookOf(record);
        switch (hook)
        {
            case KernelHook.Stack or KernelHook.KernelStack or KernelHook.UserStack:
                findings.Signs |= EtlSigns.Stacks;
                Late(record, ticks, ref findings);
                return false;
            case KernelHook.Switch:
                findings.Signs |= EtlSigns.Switches;
                return false;
            case KernelHook.Sample:
                findings.Signs |= EtlSigns.Samples;
                return false;
            case >= KernelHook.FileOpen and <= KernelHook.FileRenamePath and not KernelHook.FileDone:
                findings.Signs |= EtlSigns.FileCalls;
                return false;
            case KernelHook.HardFault:
                findings.Signs |= EtlSigns.HardFaults;
                return false;
            case >= 0 when (hook >> 8) is KernelHook.Tcp or KernelHook.Udp:
                findings.Signs |= EtlSigns.Network;
                return false;
            case KernelHook.ThreadStart or KernelHook.ThreadEnd or KernelHook.ThreadThere or KernelHook.ThreadLeft:
                findings.Signs |= EtlSigns.Threads;
                return true;
            case KernelHook.ImageLoad or KernelHook.ImageThere or KernelHook.ImageLeft:
                findings.Signs |= EtlSigns.Images;
                return true;
            case >= KernelHook.ProcessStart and <= KernelHook.ProcessLeft:
                findings.Signs |= EtlSigns.Processes;
                return false;
            case KernelHook.Ready:
                return false;
            case >= 0:
                // Of these groups there may be millions, and they tell nothing about others.
                return (hook >> 8) is not (KernelHook.Processors or KernelHook.Pages or KernelHook.Disks);
            default:
                if (IsRuntimeStack(record))
                    findings.Signs |= EtlSigns.Stacks;
                bool isMatched = !record.Items.IsEmpty && HasHalves(record, ref findings);
                return isMatched || record.Kind == EtlRecordKind.Classic
                    || (record.Kind == EtlRecordKind.Event && (Manifests.Is(record) || IsFileName(record)));
        }
    }

    /// <summary>Looks at a record that <see cref="Sees"/> asks for.</summary>
    public void Look(in EtlRecord record, long ticks)
    {
        int hook = HookOf(record);
        switch (hook)
        {
            case KernelHook.StackBegins or KernelHook.StackEnds or KernelHook.StackLeft:
                Keys.Define(record.Payload, record.PointerSize, record.Opcode, ticks);
                break;
            case KernelHook.FileName or KernelHook.FileNameBegins or KernelHook.FileNameEnds or KernelHook.FileNameLeft:
                FileNames.Add(record.Payload, record.PointerSize, ticks, hook);
                break;
            case KernelHook.ImageLoad or KernelHook.ImageThere or KernelHook.ImageLeft:
                KernelFiles.Add(record);
                break;
            case KernelHook.ThreadStart or KernelHook.ThreadEnd or KernelHook.ThreadThere or KernelHook.ThreadLeft:
                Owners.Survey(record);
                break;
            case >= KernelHook.KeyBegins and <= KernelHook.KeyLeft:
                NameKey(record, ticks, hook);
                break;
            case >= 0:
                break;
            default:
                if (!record.Items.IsEmpty)
                    Match(record, ticks);
                if (record.Kind == EtlRecordKind.Classic)
                    Classic(record);
                else if (record.Kind == EtlRecordKind.Event && Manifests.Is(record))
                    _manifests.Take(record, Descriptions);
                else if (record.Kind == EtlRecordKind.Event && IsFileName(record))
                    FileNames.Add(record.Payload, record.PointerSize, ticks, HookOfName(record.Id));
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

    private bool Has(EtlSigns sign) => (Findings.Signs & sign) != 0;

    private static int HookOfName(int id) => id == FileNameEnds ? KernelHook.FileNameEnds : KernelHook.FileNameBegins;

    private static bool IsFileName(in EtlRecord record) => record.Id is FileNameBegins or FileNameEnds && record.Provider == s_files;

    private void NameKey(in EtlRecord record, long ticks, int hook)
    {
        RegistryFields fields = RegistryFields.Read(record.Payload, record.Version, record.PointerSize);
        if (fields.IsWhole)
            KeyNames.Add(fields.Key, fields.Name, ticks, hook is KernelHook.KeyBegins or KernelHook.KeyThere);
    }

    // A stack that stands with an event waits for nothing, unless it stands there by its key or in halves.
    private static bool HasHalves(in EtlRecord record, ref EtlFindings findings)
    {
        int stacks = 0;
        bool isMatched = false;
        foreach (EtlItems item in new EtlItems(record.Items))
        {
            if (!item.IsStack || (++stacks == 1 && item.Match == 0 && !item.IsKey))
                continue;
            findings.Signs |= EtlSigns.Stacks;
            isMatched |= item.Match != 0;
        }

        return isMatched;
    }

    // Buffers of several processors do not lie in the order of time.
    private void Match(in EtlRecord record, long ticks)
    {
        foreach (EtlItems item in new EtlItems(record.Items))
        {
            if (item.IsStack && item.Match != 0 && _matches.Join(item.Match, record.Tid, ticks, 0) is var (first, _))
                _mostLate = Math.Max(_mostLate, (ulong)(Math.Max(ticks, first) - Math.Min(ticks, first)));
        }
    }

    // One that is older than its event belongs to none.
    private static void Late(in EtlRecord record, long ticks, ref EtlFindings findings)
    {
        if (record.Payload.Length >= sizeof(long) && BinaryPrimitives.ReadInt64LittleEndian(record.Payload) is var of && of <= ticks)
            findings.MostLate = Math.Max(findings.MostLate, (ulong)(ticks - of));
    }

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
        else if (record.Provider == s_images && record.Opcode == FileVersion && _versions.Count < MostImages)
        {
            if (EtlFileVersion.Read(record.Payload, out (uint, uint) file) is { } version)
                _versions[file] = version;
        }
        else if (record.Provider == s_images && record.Opcode == ImageStamp && _stamps.Count < MostImages)
        {
            PayloadReader reader = new(record.Payload, record.PointerSize);
            ulong start = reader.Pointer();
            reader.Pointer();
            (int pid, uint stamp) = (reader.Int32(), reader.UInt32());
            if (!reader.IsShort)
                _stamps[(start, pid)] = stamp;
        }
        else if (record.Provider == s_images && record.Opcode == ImageSymbols && _symbols.Count < MostImages)
        {
            PayloadReader reader = new(record.Payload, record.PointerSize);
            (ulong, int) image = (reader.Pointer(), reader.Int32());
            (Guid, uint) id = (reader.Guid(), reader.UInt32());
            if (!reader.IsShort)
                _symbols[image] = EtlSymbols.Of(id.Item1, id.Item2, reader.Bytes(reader.Remaining));
        }
    }
}
