using Fathom.Formats.ReadyToRun;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Threads.Unwinding;
using Fathom.Sources.Traces.Perf;
using Fathom.Sources.Traces.Symbols;
using Fathom.TestSupport;
using Fathom.Tests.Formats.ReadyToRun;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Methods of a live program that were compiled ahead of time: the name that its runtime tells of each is the one that its image gives.</summary>
public sealed class AssemblyCodeTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_method_has_one_name_whether_its_image_or_its_runtime_tells_it()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        MethodNames names = new();
        List<(ulong Start, string Name)> told = [];
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                new GcConsumer { OnStart = (in EventOrigin _, in GcStarted _) => { } },
                new MethodRundownConsumer((in EventOrigin _, in MethodCode code) => told.Add((code.Start, names.Of(in code)))),
            ],
            new EventSessionOptions { NamesMethods = true },
            TestContext.Current.CancellationToken);
        sample.Ask("throw 3");
        sample.Ask("work 10");
        Assert.True((await session.StopAsync()).IsWhole);
        MappedFile[] mappings = [.. LiveMappings.Read(sample.Pid).Where(static file => file.Path.EndsWith("System.Private.CoreLib.dll", StringComparison.Ordinal))];
        string path = mappings[0].Path;
        AssemblyCode code = AssemblyCode.TryRead(path, long.MaxValue)!;
        ReadyToRunImage image = ReadyToRunImage.TryRead(File.ReadAllBytes(path), ReadyToRunFiles.Find, out _)!;

        int compared = 0, generic = 0;
        foreach ((ulong start, string name) in told)
        {
            MappedFile file = mappings.FirstOrDefault(file => start >= file.Start && start < file.End);
            if (file == default || code.Find(start - file.Start + file.FileOffset) is not (var called, 0))
                continue;
            compared++;
            Assert.Equal(name, called);
            generic += image.Find(image.RvaOf(start - file.Start + file.FileOffset)!.Value) is { } method && image.NameOf(method).TypeArguments.Length > 0 ? 1 : 0;
        }

        Assert.InRange(compared, 200, int.MaxValue);
        Assert.InRange(generic, 1, compared);
    }
}
