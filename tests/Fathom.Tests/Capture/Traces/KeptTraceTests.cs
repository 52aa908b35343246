using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Fathom.Capture.Extraction;
using Fathom.Capture.Traces;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Traces;

/// <summary>A recording that was kept of a trace answers for it as long as the trace and the code that reads it are the same.</summary>
public sealed class KeptTraceTests : IDisposable
{
    private static readonly string s_data = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_label_names_the_build_of_each_assembly_that_Capture_reaches()
    {
        string label = KeptTrace.StateOf(Trace());

        Dictionary<string, Guid> reached = Reached();
        Assert.Equal(reached.Keys.Order(StringComparer.Ordinal), TraceReaders.Assemblies.Select(static assembly => assembly.GetName().Name!).Order(StringComparer.Ordinal));
        Assert.All(reached, build => Assert.Contains(build.Value.ToString("N"), label, StringComparison.Ordinal));
    }

    [Fact]
    public void Each_other_build_makes_another_label()
    {
        FileDescription trace = Trace();
        Guid[] ids = [.. TraceReaders.Assemblies.Select(static assembly => assembly.ManifestModule.ModuleVersionId)];
        HashSet<string> labels = [KeptTrace.StateOf(trace)];
        for (int i = 0; i < ids.Length; i++)
        {
            Guid[] changed = [.. ids];
            changed[i] = Guid.NewGuid();
            Assert.True(labels.Add(KeptTrace.StateOf(trace, null, TraceReaders.BuildOf(changed))));
        }

        Assert.Equal(KeptTrace.StateOf(trace), KeptTrace.StateOf(trace, null, TraceReaders.BuildOf(ids)));
    }

    [Fact]
    public void What_another_build_made_is_not_used_and_may_be_replaced()
    {
        FileDescription trace = Trace();
        string other = Guid.NewGuid().ToString("N");

        string older = Kept("older.fathom", KeptTrace.StateOf(trace, null, other)), ours = Kept("ours.fathom", KeptTrace.StateOf(trace));

        Assert.Null(KeptTrace.TryOpen(trace, older));
        Assert.True(KeptTrace.MayReplace(older));
        using RecordingReader? open = KeptTrace.TryOpen(trace, ours);
        Assert.NotNull(open);
    }

    private FileDescription Trace()
    {
        string file = _folder.File("a.nettrace");
        if (!File.Exists(file))
            File.Copy(s_data, file);
        return TraceFiles.Find([file], static (_, why) => throw why)[0];
    }

    private string Kept(string name, string label)
    {
        string path = _folder.File(name);
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test") { Labels = new Dictionary<string, string> { [KeptTrace.Label] = label } });
        writer.Commit();
        return path;
    }

    // From the files, by name, not from what is loaded.
    private static Dictionary<string, Guid> Reached()
    {
        Dictionary<string, Guid> found = [];
        Queue<string> open = new(["Fathom.Capture"]);
        while (open.TryDequeue(out string? name))
        {
            using PEReader file = new(File.OpenRead(Path.Combine(AppContext.BaseDirectory, name + ".dll")));
            MetadataReader metadata = file.GetMetadataReader();
            found[name] = metadata.GetGuid(metadata.GetModuleDefinition().Mvid);
            foreach (AssemblyReferenceHandle handle in metadata.AssemblyReferences)
            {
                string next = metadata.GetString(metadata.GetAssemblyReference(handle).Name);
                if (next.StartsWith("Fathom.", StringComparison.Ordinal) && !found.ContainsKey(next) && !open.Contains(next))
                    open.Enqueue(next);
            }
        }

        return found;
    }
}
