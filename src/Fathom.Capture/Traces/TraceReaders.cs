using System.Reflection;
using Fathom.Files;
using Fathom.Formats.NetTrace;
using Fathom.Model;
using Fathom.Recorder.Marks;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Traces;

/// <summary>The code that makes rows of a trace, by the builds of its assemblies.</summary>
internal static class TraceReaders
{
    /// <summary>The assemblies. They are loaded wherever a trace is read, and trimming keeps them whole.</summary>
    public static IReadOnlyList<Assembly> Assemblies { get; } =
    [
        typeof(TraceReaders).Assembly, typeof(OwnFile).Assembly, typeof(NetTraceReader).Assembly, typeof(FathomException).Assembly, typeof(MarkBook).Assembly,
        typeof(FileDescription).Assembly, typeof(RecordingReader).Assembly,
    ];

    /// <summary>Their module version ids: the compiler makes another one of each other source, and compiling ahead of time, trimming and packing into one file keep it.</summary>
    public static string Build { get; } = BuildOf(Assemblies.Select(static assembly => assembly.ManifestModule.ModuleVersionId));

    /// <summary>Ids as one text.</summary>
    public static string BuildOf(IEnumerable<Guid> ids) => string.Join('+', ids.Select(static id => id.ToString("N")));
}
