using System.Text;
using Fathom.Formats.ReadyToRun;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Threads.Unwinding;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Formats.ReadyToRun;

/// <summary>What a running program says of the methods that it uses, beside what the images say that it has mapped.</summary>
public sealed class LiveReadyToRunTests
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Methods_of_images_have_the_names_that_the_runtime_gives_them()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        List<(ulong Id, ulong Start, uint Size, string Type, string Name)> told = [];
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                new GcConsumer { OnStart = (in EventOrigin _, in GcStarted _) => { } },
                new MethodRundownConsumer((in EventOrigin _, in MethodCode code) => told.Add((code.MethodId, code.Start, code.SizeBytes, code.Type.ToString(), code.Name.ToString()))),
            ],
            new EventSessionOptions { NamesMethods = true },
            Stop);
        sample.Ask("throw 3");
        sample.Ask("work 10");
        Assert.True((await session.StopAsync()).IsWhole);
        MappedFile[] mappings = [.. LiveMappings.Read(sample.Pid).Where(file => file.Path.EndsWith(".dll", StringComparison.Ordinal))];
        Dictionary<string, ReadyToRunImage?> images = mappings.Select(file => file.Path).Distinct()
            .ToDictionary(path => path, path => ReadyToRunImage.TryRead(File.ReadAllBytes(path), ReadyToRunFiles.Find, out _));
        using DataTarget target = DataTarget.AttachToProcess(sample.Pid, suspend: false);
        using ClrRuntime runtime = target.ClrVersions[0].CreateRuntime();

        int compared = 0, instances = 0, signatures = 0;
        List<string> differences = [];
        foreach ((ulong id, ulong start, uint size, string type, string name) in told)
        {
            MappedFile file = mappings.FirstOrDefault(file => start >= file.Start && start < file.End);
            if (file == default || images[file.Path] is not { } image || image.RvaOf(start - file.Start + file.FileOffset) is not { } rva)
                continue;
            ReadyToRunMethod? method = image.Find(rva);
            ReadyToRunMethodName? called = method is null ? null : image.NameOf(method.Value);
            string? signature = runtime.GetMethodByHandle(id)?.Signature;
            compared++;
            signatures += signature is null ? 0 : 1;
            instances += type.Contains('[', StringComparison.Ordinal) ? 1 : 0;
            if ((type, name, rva, size) != (called?.Type, called?.Method, method?.Rva, method?.SizeBytes))
                differences.Add($"{type}.{name} {rva:x} {size}: {called} {method?.Rva:x} {method?.SizeBytes}");
            else if (signature is not null && WithoutAssemblies(signature) != called!.FullName)
                differences.Add($"{WithoutAssemblies(signature)}: {called}");
        }

        Assert.True(differences.Count == 0, string.Join('\n', differences.Prepend($"{differences.Count} of {compared}")));
        Assert.InRange(compared, 200, int.MaxValue);
        Assert.InRange(instances, 20, int.MaxValue);
        Assert.InRange(signatures, compared * 9 / 10, compared);
    }

    // [[System.Int32, System.Private.CoreLib],[...]] is [System.Int32,...].
    private static string WithoutAssemblies(string signature)
    {
        StringBuilder text = new();
        int depth = 0;
        for (int i = 0; i < signature.Length; i++)
        {
            if (signature[i] == '[' && i + 1 < signature.Length && signature[i + 1] == '[')
            {
                depth++;
                i++;
                text.Append('[');
            }
            else if (depth > 0 && signature[i] == ',' && signature[i + 1] == ' ')
            {
                i = signature.IndexOf(']', i) + 1;
                depth -= signature[i] == ']' ? 1 : 0;
                text.Append(signature[i]);
                i += signature[i] == ',' ? 1 : 0;
            }
            else
            {
                text.Append(signature[i]);
            }
        }

        return text.ToString();
    }
}
