using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Strings;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Bench.Heap;

/// <summary>The strings of a heap by text: counted by Fathom's walk, and with ClrMD's enumeration and reading of strings.</summary>
internal static class StringCounts
{
    private static readonly TimeSpan s_deadline = TimeSpan.FromSeconds(120);

    public static StringCount OwnLive(int pid)
    {
        using TargetSession session = TargetSession.Open(pid);
        StringQuestion question = new(new StringOptions(), 1);
        TypeCatalog? catalog = null;
        session.InvokeRunning(target => HeapRehearsal.Run(target, catalog = new TypeCatalog(target.Memory), question), s_deadline, default).GetAwaiter().GetResult();
        return session.InvokeStopped(target => Own(target.Runtime, target.Memory, catalog!, question), s_deadline, default).GetAwaiter().GetResult();
    }

    public static StringCount OwnCore(string file)
    {
        using CoreTarget core = CoreTarget.Open(file);
        return Own(core.Runtime, core.Memory, new TypeCatalog(core.Memory), new StringQuestion(new StringOptions(), 1));
    }

    public static StringCount PeerLive(int pid) => Peer(() => DataTarget.AttachToProcess(pid, suspend: true));

    public static StringCount PeerCore(string file) => Peer(() => DataTarget.LoadDump(file));

    private static StringCount Own(ClrRuntime runtime, ITargetMemory memory, TypeCatalog catalog, StringQuestion question)
    {
        long begin = Stopwatch.GetTimestamp();
        if (HeapReading.Read(runtime, memory, catalog, mayComeBack: false, default, question) is null)
            throw new InvalidOperationException("The sample was collecting garbage.");
        TimeSpan walk = Stopwatch.GetElapsedTime(begin);
        long strings = 0;
        foreach (ref readonly StringEntry entry in question.Strings.Entries)
            strings += entry.Count;
        return new StringCount(strings, question.Strings.Distinct, walk);
    }

    private static StringCount Peer(Func<DataTarget> open)
    {
        using DataTarget target = open();
        using ClrRuntime runtime = target.ClrVersions[0].CreateRuntime();
        long begin = Stopwatch.GetTimestamp();
        Dictionary<string, long> counts = new(StringComparer.Ordinal);
        foreach (ClrObject item in runtime.Heap.EnumerateObjects())
        {
            if (item.Type is { IsString: true } && item.AsString(int.MaxValue) is { } text)
                CollectionsMarshal.GetValueRefOrAddDefault(counts, text, out _)++;
        }

        return new StringCount(counts.Values.Sum(), counts.Count, Stopwatch.GetElapsedTime(begin));
    }
}
