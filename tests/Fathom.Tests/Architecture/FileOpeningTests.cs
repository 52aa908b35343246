using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>
/// Files are opened and made in one careful way, that of <c>Fathom.Files</c>: a pipe in place of a file would keep a verb for ever, a link would lead it elsewhere, and what it writes is its
/// owner's only.
/// </summary>
public sealed class FileOpeningTests
{
    private const string Kernel = "files of the kernel, in folders of the kernel";
    private const string Own = "a folder below the temporary one that is made for this user only, which nobody else can enter";
    private const string Installation = "a file of Fathom's own installation, whose owner decides on all that it does";

    private static readonly SortedDictionary<string, string> s_allowed = new(StringComparer.Ordinal)
    {
        ["Fathom.Capture/Recording/RunningRecorder.cs"] = Kernel,
        ["Fathom.Capture/Tour/TourSample.cs"] = Own,
        ["Fathom.Recorder/Kernel/Events/TraceFiles.cs"] = Kernel,
        ["Fathom.Recorder/Kernel/RecordingHead.cs"] = Kernel,
        ["Fathom.Recorder/Kernel/Rights.cs"] = Kernel,
        ["Fathom.Recorder/Kernel/Start/CpuList.cs"] = Kernel,
        ["Fathom.Recorder/Kernel/Start/KernelText.cs"] = Kernel,
        ["Fathom.Recorder/Kernel/Start/OpenFiles.cs"] = Kernel,
        ["Fathom.Recorder/Kernel/Start/RunningProcesses.cs"] = Kernel,
        ["Fathom.Recorder/Kernel/Start/ThreadStatesNow.cs"] = Kernel,
        ["Fathom.Recorder/Marks/MarkBooks.cs"] = "a book that a recorder holds, opened by its descriptor without waiting, and looked at before it is written to",
        ["Fathom.Serializers/Inference/InferredAssembly.cs"] = Own,
        ["Fathom.Serializers/Programs/NativeEmptyProgram.cs"] = "the source of an empty program in the folder of built programs",
        ["Fathom.Sources/DumpWriting/CrashFolder.cs"] = "the lock of a folder that is made for this user only",
        ["Fathom.Sources/DumpWriting/HookFolder.cs"] = Own,
        ["Fathom.Sources/DumpWriting/LoadedHook.cs"] = Installation,
        ["Fathom.Sources/DumpWriting/ThrowGate.cs"] = "opens the folder of the hook to the program that loads it, which may be of another user",
        ["Fathom.Sources/Machine/Processes/ControlGroupFreeze.cs"] = Kernel,
        ["Fathom.Sources/Machine/Processes/ProcessEnding.cs"] = Kernel,
        ["Fathom.Sources/Machine/Resources/AvailableMemory.cs"] = Kernel,
        ["Fathom.Sources/Machine/Resources/CgroupMemory.cs"] = Kernel,
        ["Fathom.Sources/Machine/Trust/TrustCalls.cs"] = "steps from folder to folder for their place only, without following links",
        ["Fathom.Sources/Memory/PageMap.cs"] = Kernel,
        ["Fathom.Sources/Metrics/ProcessMetrics.cs"] = Kernel,
        ["Fathom.Sources/Orphans/Kernel/MachineFolders.cs"] = Kernel,
        ["Fathom.Sources/Targets/Dac/DacHelper.cs"] = Kernel,
        ["Fathom.Sources/Targets/Live/ProcessThreads.cs"] = Kernel,
        ["Fathom.Sources/Targets/Ports/PortElsewhere.cs"] = "steps from folder to folder of a container without following links",
        ["Fathom.Sources/Targets/Ports/StartPort.cs"] = "a socket that programs of other users connect to, in a folder with a name that cannot be guessed",
        ["Fathom.Sources/Traces/Perf/TraceMachine.cs"] = Kernel,
        ["Fathom.Storage/Recordings/AbandonedFolders.cs"] = Own,
        ["Fathom.Storage/Recordings/PosixCalls.cs"] = "opens a folder to make the names in it durable; what is no folder is refused",
        ["Fathom.Storage/Recordings/PrivateFolder.cs"] = Own,
    };

    private static readonly string[] s_apart = ["Fathom.Files", "Fathom.Testing", "Fathom.StartupHook", "Fathom.Model.Generators"];

    [Fact]
    [Trait("Category", "Slow")]
    public void Files_are_opened_and_made_by_Fathom_Files_only()
    {
        string root = Path.Combine(Repository.Root, "src");
        ILookup<string, string> found = Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(root, file))
            .Where(static file => !s_apart.Contains(file[..file.IndexOf('/', StringComparison.Ordinal)]) && !file.Contains("/obj/", StringComparison.Ordinal))
            .SelectMany(file => FileOpenings.In(new SourceFile("", file, File.ReadAllText(Path.Combine(root, file)))).Select(call => (File: file, Call: call)))
            .ToLookup(static one => one.File, static one => one.Call);

        Assert.Empty(found.Where(static file => !s_allowed.ContainsKey(file.Key)).SelectMany(static file => file.Select(call => $"{file.Key}: {call}")));
        // What is allowed and not there any more would allow what nobody thought of.
        Assert.Equal(s_allowed.Keys, found.Select(static file => file.Key).Intersect(s_allowed.Keys).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("File.OpenRead(path)")]
    [InlineData("File.ReadAllTextAsync(path, stop)")]
    [InlineData("System.IO.File.WriteAllText(path, text)")]
    [InlineData("new FileStream(path, FileMode.Open)")]
    [InlineData("Use(new(path, FileMode.Create, FileAccess.Write))")]
    [InlineData("new StreamReader(path)")]
    [InlineData("Directory.CreateDirectory(path)")]
    [InlineData("ZipFile.OpenRead(path)")]
    [InlineData("File.SetUnixFileMode(path, mode)")]
    public void Each_other_way_is_seen(string call) => Assert.Single(FileOpenings.In(new SourceFile("", "", $"class C {{ void M() {{ {call}; }} }}")));

    [Theory]
    [InlineData("File.ReadAllText(\"/proc/stat\")")]
    [InlineData("File.ReadLines($\"/proc/{pid}/maps\")")]
    [InlineData("RegularFile.OpenRead(path)")]
    [InlineData("new FileStream(handle, FileAccess.Read)")]
    public void A_file_of_the_kernel_and_the_one_way_are_not(string call) => Assert.Empty(FileOpenings.In(new SourceFile("", "", $"class C {{ void M() {{ {call}; }} }}")));

    [Fact]
    public void A_call_of_the_system_is_seen() =>
        Assert.Single(FileOpenings.In(new SourceFile("", "", """partial class C { [LibraryImport("libc", EntryPoint = "open")] static partial int M(); }""")));
}
