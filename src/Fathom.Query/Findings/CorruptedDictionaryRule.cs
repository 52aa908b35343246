using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>A Dictionary or HashSet whose chains are broken, as unguarded use by several threads leaves it.</summary>
internal sealed class CorruptedDictionaryRule : ObjectRule
{
    private const int MaxThreads = 5;

    /// <inheritdoc/>
    public override string Name => "corrupted-dictionary";

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look) => look.Broken.Select(broken => new Finding(
        Name,
        Severity.Error,
        string.Create(CultureInfo.InvariantCulture, $"{broken.Type} 0x{broken.Address:x}"),
        string.Create(CultureInfo.InvariantCulture, $"{Problem(broken)}; it holds {broken.EntryCount:#,##0} elements{Inside(broken)}")));

    private static string Problem(BrokenCollection broken) => broken switch
    {
        { Problem: "cycle" } => $"the chain of bucket {broken.Bucket} leads back into itself at entry {broken.Entry}",
        { Entry: < 0 } => $"bucket {broken.Bucket} leads to an entry that is not in use",
        _ => $"the chain of bucket {broken.Bucket} leads from entry {broken.Entry} to one that is not in use",
    };

    private static string Inside(BrokenCollection broken) => broken.Inside.Count switch
    {
        0 => "; no thread is inside of it now",
        > MaxThreads => $"; {broken.Inside.Count} threads are inside of it: {string.Join(", ", broken.Inside.Take(MaxThreads))}, …",
        _ => $"; inside of it: {string.Join(", ", broken.Inside)}",
    };
}
