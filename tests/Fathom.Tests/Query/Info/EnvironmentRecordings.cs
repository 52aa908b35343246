using Fathom.Model.Machine;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query.Info;

/// <summary>Small recordings that tell what their machines were like.</summary>
internal static class EnvironmentRecordings
{
    /// <summary>A recording; that of name "b" is of a machine that is set otherwise.</summary>
    public static RecordingReader Create(TestFolder folder, string name, bool hasFacts = true)
    {
        bool isB = name == "b";
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions(isB ? "fathom record Shop --event sched:sched_switch" : "fathom record Shop")
        {
            Labels = new Dictionary<string, string> { ["build"] = isB ? "2" : "1" },
            Time = new HeapRecordings.FixedTime(),
            ToolVersion = "1.2.3",
        });
        Interner ids = writer.Ids;
        writer.Describe(manifest => manifest with
        {
            Machine = new ManifestMachine("host", "Linux", isB ? "6.8" : "6.1", "X64", 2, 1 << 30),
            Targets = [new ManifestTarget(isB ? 7 : 5, "Shop", "Shop --web")],
            Warnings = isB ? ["the machine changed during the recording: storage scheduler of vda was none and is bfq"] : [],
        });
        writer.Write<TraceRow>([new(
            1, ids.Text("perf.data"), ids.Text($"{name}.data"), 1_000, ids.Text("host"), ids.Text("6.1.0"), ids.Text("x86_64"), ids.Text("fathom 1.2.3"), ids.Text("record"), ids.Text("monotonic"), 5,
            isB ? 12_000_000_000 : 10_000_000_000, 1_700_000_000_123_456_789, true, isB ? 12 : 9, isB ? 3 : 0, 0, default)]);
        if (isB)
            writer.Lost(new LossRow(ids.Text("perf.data"), TextId.None, 0, 0, 3, 0, ids.Text("records that the kernel lost because a buffer was full")));
        if (hasFacts)
            WriteFacts(writer, ids, isB);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private static void WriteFacts(RecordingWriter writer, Interner ids, bool isB)
    {
        // Beside a dump, which has no moment.
        writer.Write<MachineFactRow>([new MachineFactRow { Fact = ids.Text("meminfo_MemTotal"), Value = ids.Text("5 kB") }]);
        Add("start", "kernel", null, "release", "setting", "6.1.0");
        Add("start", "processor", null, "governor", "setting", isB ? "powersave" : "performance");
        Add("start", "processor", null, "core_throttle_count", "counter", "100");
        Add("start", "memory", null, "available_bytes", "figure", isB ? "900" : "800");
        Add("start", "storage", "vda", "scheduler", "setting", "none");
        Add("start", "tracing", null, "bpf_programs", "figure", null, "no permission (CAP_SYS_ADMIN); run as root");
        Add("change", "storage", "vda", "scheduler", "setting", "bfq");
        if (!isB)
            Add("change", "storage", "vda", "scheduler", "setting", "none");
        if (isB)
            Add("start", "tracing", "perf", "perf_event_descriptors", "setting", "8");
        Add("stop", "kernel", null, "release", "setting", "6.1.0");
        Add("stop", "processor", null, "governor", "setting", isB ? "powersave" : "performance");
        Add("stop", "processor", null, "core_throttle_count", "counter", isB ? "142" : "100");
        Add("stop", "memory", null, "available_bytes", "figure", "700");
        Add("stop", "storage", "vda", "scheduler", "setting", isB ? "bfq" : "none");
        Add("stop", "tracing", null, "bpf_programs", "figure", null, "no permission (CAP_SYS_ADMIN); run as root");

        void Add(string moment, string topic, string? item, string fact, string kind, string? value, string? notRead = null) => writer.Write<MachineFactRow>([new(
            ids.Text(fact), ids.Text(value), ids.Text(topic), ids.Text(item), ids.Text(moment), ids.Text(kind), ids.Text(notRead), moment == "start" ? 0 : 5)]);
    }
}
