using System.Buffers.Binary;
using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Fields;
using Fathom.Tests.Formats.Etl;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>A trace with every event that a reader of the tables of Windows takes, in all versions, with fields that are right, or nearly so.</summary>
/// <param name="seed">Makes it the same each time.</param>
internal sealed class MixedEtl(int seed)
{
    private const int Shop = 700;
    private const int Rounds = 12;
    private const int RecordHead = 16;
    private const int BufferHead = 0x48;

    // Readers join begins with ends by these, so that few of each must come again.
    private static readonly ulong[] s_numbers =
        [0, 1, 2, 4, Shop, 701, 702, 0xFFFF_C000_0000_1000, 0xFFFF_C000_0000_2000, 0xFFFF_F800_0000_0100, 0x7FF0_0000_1000, 4096, 1_010_000, ulong.MaxValue, 1UL << 63, 0x0000_1000_0000_0002];

    private static readonly int[] s_hooks =
    [
        KernelHook.Mark, KernelHook.ConfigProcessors, KernelHook.ConfigDisk, KernelHook.ConfigNetwork, KernelHook.ConfigService, KernelHook.ConfigPlatform,
        KernelHook.DiskRead, KernelHook.DiskWrite, KernelHook.DiskFlush, KernelHook.DiskReadBegins, KernelHook.DiskWriteBegins, KernelHook.DiskFlushBegins,
        .. Enumerable.Range(KernelHook.FileOpen, KernelHook.FileRenamePath - KernelHook.FileOpen + 1),
        KernelHook.FileName, KernelHook.FileNameBegins, KernelHook.FileNameEnds, KernelHook.FileNameLeft, KernelHook.CallEnter, KernelHook.CallReturn,
        .. Enumerable.Range(KernelHook.TransitionFault, 6), KernelHook.HardFault, KernelHook.VirtualAlloc, KernelHook.VirtualFree,
        .. Enumerable.Range((KernelHook.Tcp << 8) | 10, 9), .. Enumerable.Range((KernelHook.Tcp << 8) | 26, 9), (KernelHook.Udp << 8) | 10, (KernelHook.Udp << 8) | 11,
        (KernelHook.Udp << 8) | 26, (KernelHook.Udp << 8) | 27, KernelHook.UdpFails, KernelHook.Switch, KernelHook.Ready, KernelHook.Sample, KernelHook.CounterSample, KernelHook.ImageLoad,
        KernelHook.ImageUnload, KernelHook.ProcessStart, KernelHook.ProcessEnd, KernelHook.ThreadStart, KernelHook.ThreadEnd, KernelHook.ThreadName, KernelHook.StackBegins,
        KernelHook.KernelStack, KernelHook.UserStack, KernelHook.Stack, KernelHook.MessageInterrupt, .. Enumerable.Range(KernelHook.ThreadedCall, 4),
        .. Enumerable.Range(KernelHook.KeyCreate, KernelHook.KeyQuerySecurity - KernelHook.KeyCreate + 1), 0x0460, 0x0462, 0x0464, .. Enumerable.Range(0x1120, 8), 0x1130, 0x1132,
    ];

    private static readonly (Guid Provider, int[] Ids)[] s_providers =
    [
        (new Guid(HttpFields.Provider), [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 16]),
        (new Guid(DnsFields.Provider), [1001, 1015, 3006, 3008, 3009, 3010, 3011, 3013, 3016, 3018, 3019, 3020]),
        (new Guid(EtlTrace.NetworkProvider), [10, 11, 12, 13, 14, 15, 16, 17, 18, 26, 27, 28, 29, 30, 31, 32, 42, 43, 58, 59]),
        (new Guid(EtlTrace.ProcessProvider), [1, 2, 3, 4, 5, 6, 15]),
        (new Guid(EtlTrace.FileProvider), [10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30]),
    ];

    private readonly Random _random = new(seed);

    /// <summary>The trace.</summary>
    /// <param name="isNarrow">Whether it is of a system of 32 bits.</param>
    public byte[] Build(bool isNarrow)
    {
        EtlBytes bytes = new EtlBytes(2, 10_000_000, 1_000_000) { IsNarrow = isNarrow }.Process(1_000_100, Shop, 4, "shop.exe").Thread(1_000_110, Shop, 701)
            .Thread(1_000_120, Shop, 702).Image(1_000_130, 0, 0xFFFF_F800_0000_0000, 0x10_0000, @"\SystemRoot\system32\ntoskrnl.exe")
            .Image(1_000_140, Shop, 0x7FF0_0000_0000, 0x1_0000, @"\Device\HarddiskVolume2\shop.dll").Switch(0, 1_001_000, 701, 0, 0, 0);
        long ticks = 1_002_000;
        for (int round = 0; round < Rounds; round++)
        {
            foreach (int hook in s_hooks)
            {
                long own = ticks += _random.Next(1, 50);
                if (_random.Next(2) == 0)
                    bytes.PerfInfo(_random.Next(2), own, hook, _random.Next(5), Payload(isNarrow ? 4 : 8));
                else
                    bytes.System(_random.Next(2), own, hook, _random.Next(5), Shop, 701 + _random.Next(2), Payload(isNarrow ? 4 : 8));
                if (_random.Next(4) == 0)
                    bytes.Stack(0, own + 1, own, Shop, 701, 0xFFFF_F800_0000_0100, 0x7FF0_0000_1000);
            }

            foreach ((Guid provider, int[] ids) in s_providers)
            {
                foreach (int id in ids)
                    bytes.Event(_random.Next(2), ticks += _random.Next(1, 50), provider, id, _random.Next(3), Shop, 701, Payload(4), Items());
            }
        }

        return bytes.Build();
    }

    /// <summary>Places of all bytes that are no filling.</summary>
    public static IEnumerable<int> Used(byte[] content)
    {
        for (int buffer = 0; buffer + BufferHead <= content.Length; buffer += BinaryPrimitives.ReadInt32LittleEndian(content.AsSpan(buffer)))
        {
            int used = BinaryPrimitives.ReadInt32LittleEndian(content.AsSpan(buffer + 0x30));
            for (int i = 0; i < used; i++)
                yield return buffer + i;
        }
    }

    /// <summary>Places of the sizes of all records, but that of the header.</summary>
    public static IEnumerable<int> Sizes(byte[] content)
    {
        for (int buffer = EtlBytes.BufferBytes; buffer + BufferHead <= content.Length; buffer += EtlBytes.BufferBytes)
        {
            int used = BinaryPrimitives.ReadInt32LittleEndian(content.AsSpan(buffer + 0x30));
            int size;
            for (int at = BufferHead; at + RecordHead <= used; at += (size + 7) & ~7)
            {
                int sizeAt = buffer + at + (content[buffer + at + 2] is 0x12 or 0x13 or 0x14 or 0x0A ? 0 : 4);
                size = BinaryPrimitives.ReadUInt16LittleEndian(content.AsSpan(sizeAt));
                yield return sizeAt;
            }
        }
    }

    // Stacks, whole and in halves, and keys of stacks, which the trace tells or not.
    private (int Kind, byte[] Content)[] Items() =>
    [
        .. Enumerable.Range(0, Math.Max(0, _random.Next(6) - 3)).Select(_ => _random.Next(2) == 0
            ? EtlBytes.StackItem((ulong)_random.Next(4), s_numbers[_random.Next(s_numbers.Length)], 0x7FF0_0000_1000)
            : EtlBytes.StackKeyItem((ulong)_random.Next(4), s_numbers[_random.Next(s_numbers.Length)])),
    ];

    // Numbers of 4 and 8 bytes that come again and again, then a text; or a part of that.
    private byte[] Payload(int pointerSize)
    {
        List<byte> payload = [];
        for (int i = _random.Next(2, 9); i > 0; i--)
        {
            ulong number = s_numbers[_random.Next(s_numbers.Length)];
            if (_random.Next(3) == 0)
                payload.AddRange(BitConverter.GetBytes((uint)number));
            else
                payload.AddRange(BitConverter.GetBytes(number).AsSpan(0, pointerSize));
        }

        if (_random.Next(2) == 0)
            payload.AddRange(Encoding.Unicode.GetBytes(_random.Next(3) == 0 ? "a\ud800\"\\" : @"\Device\HarddiskVolume2\app\a.bin"));
        if (_random.Next(3) > 0)
            payload.AddRange(new byte[_random.Next(2, 40)]);
        return [.. payload.Take(_random.Next(8) == 0 ? _random.Next(payload.Count) : payload.Count)];
    }
}
