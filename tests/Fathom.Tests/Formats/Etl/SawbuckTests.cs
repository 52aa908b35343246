using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Traces.Etl;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Old versions of events about mapped files and processes, beside what the authors of the files expect.</summary>
public sealed class SawbuckTests
{
    // Nothing in the file with addresses of 64 bits says so.
    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("image_data_32_v0.etl", 0, 4)]
    [InlineData("vista_test_data_32_v1.etl", 1, 4)]
    [InlineData("image_data_64_v1.etl", 1, 8)]
    [InlineData("image_data_32_v2.etl", 2, 4)]
    public void Mapped_files_are_those_that_their_authors_expect_in_the_order_of_time(string file, int version, int pointerSize)
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("sawbuck/expected.json")));
        (string, ulong, ulong, uint)[] modules =
        [
            .. all.RootElement.GetProperty("modules").EnumerateArray().Select(module =>
                (module.GetProperty("name").GetString()!, module.GetProperty("base").GetUInt64(),
                module.GetProperty("size").GetUInt64(), version < 2 ? 0 : module.GetProperty("timestamp").GetUInt32())),
        ];
        Payloads found = Payloads.Of("sawbuck/" + file);

        (int Hook, int Version, byte[] Payload)[] images = [.. found.All.Where(static one =>
            one.Hook is KernelHook.ImageThere or KernelHook.ImageUnload or KernelHook.ImageLoad)];
        Assert.Equal(24, modules.Length);
        // All are there, then the first one goes, and comes again.
        Assert.Equal([.. Enumerable.Repeat(KernelHook.ImageThere, modules.Length), KernelHook.ImageUnload, KernelHook.ImageLoad],
            images.Select(static one => one.Hook));
        Assert.Equal([.. modules, modules[0], modules[0]], images.Select(one =>
        {
            ImageFields fields = ImageFields.Read(one.Payload, one.Version, pointerSize);
            Assert.True(fields.IsWhole);
            return (fields.Path.ToString(), fields.Start, fields.Size, fields.TimeStamp);
        }));
        Assert.All(images, one => Assert.Equal(version, one.Version));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_process_of_version_1_begins_and_ends_as_its_authors_expect()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("sawbuck/expected.json")));
        JsonElement told = all.RootElement.GetProperty("processes").EnumerateArray().Last();
        Payloads found = Payloads.Of("sawbuck/process_data_32_v1.etl");

        (int Hook, int Version, byte[] Payload)[] processes = [.. found.All.Where(static one => one.Hook >> 8 == 3)];
        Assert.Equal([(KernelHook.ProcessStart, 1), (KernelHook.ProcessEnd, 1)], processes.Select(static one => (one.Hook, one.Version)));
        Assert.All(processes, one =>
        {
            ProcessFields fields = ProcessFields.Read(one.Payload, 1, 4);
            Assert.Equal(
                (true, told.GetProperty("pid").GetUInt32(), told.GetProperty("parent").GetUInt32(), told.GetProperty("session").GetUInt32(),
                    told.GetProperty("sid").GetString(),
                    told.GetProperty("image").GetString()!, ""),
                (fields.IsWhole, BitConverter.ToUInt32(one.Payload, 4), fields.ParentId, fields.Session, fields.UserText(),
                    System.Text.Encoding.UTF8.GetString(fields.ImageName),
                    fields.CommandLine.ToString()));
        });
        Assert.Equal(0, ProcessFields.Read(processes[1].Payload, 1, 4).ExitStatus);
    }

    private sealed class Payloads : INetTraceSink
    {
        public List<(int Hook, int Version, byte[] Payload)> All { get; } = [];

        public static Payloads Of(string file)
        {
            EtlTrace trace = EtlFiles.Open(EtlFiles.Read(file));
            Payloads found = new();
            trace.Read(found, CancellationToken.None);
            return found;
        }

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = metadata;

        public void OnEvent(in NetTraceEvent at)
        {
            if (at.Metadata.Provider == KernelHook.Provider)
                All.Add((at.Metadata.EventId, at.Metadata.Version, at.Payload.ToArray()));
        }
    }
}
