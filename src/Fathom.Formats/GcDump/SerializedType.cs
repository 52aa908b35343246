namespace Fathom.Formats.GcDump;

/// <summary>The type object that stands before an object's fields.</summary>
/// <param name="Version">Version of the fields as they were written.</param>
/// <param name="MinimumReaderVersion">Oldest version of a reader that understands them.</param>
/// <param name="Name">Full name of the writer's class.</param>
internal sealed record SerializedType(int Version, int MinimumReaderVersion, string Name);
