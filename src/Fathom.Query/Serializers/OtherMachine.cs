using System.Globalization;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Serializers;

/// <summary>Whether two recordings were made on the same machine, as far as their manifests tell.</summary>
internal static class OtherMachine
{
    /// <summary>Why they were not; null where nothing says so.</summary>
    public static string? Of(ManifestMachine old, ManifestMachine now) => (old.Name, old.Architecture, old.Processors) == (now.Name, now.Architecture, now.Processors)
        ? null
        : old.Name != now.Name
        ? $"other machine: {old.Name} and {now.Name}"
        : string.Create(CultureInfo.InvariantCulture, $"other machine: {old.Processors} processors ({old.Architecture}) and {now.Processors} ({now.Architecture})");
}
