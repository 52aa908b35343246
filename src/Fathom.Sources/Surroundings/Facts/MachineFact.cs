using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>A fact of a machine at one moment.</summary>
/// <param name="Topic">What it is about, see <see cref="FactTopics"/>.</param>
/// <param name="Item">Which one of several; null for all of the machine.</param>
/// <param name="Name">Its name.</param>
/// <param name="Kind">What another value would mean.</param>
/// <param name="Value">Its value; null where it could not be read.</param>
/// <param name="NotRead">Why it could not be read; null where it was.</param>
public readonly record struct MachineFact(string Topic, string? Item, string Name, FactKind Kind, string? Value, string? NotRead)
{
    /// <summary>What tells it from the others of the same moment.</summary>
    public (string Topic, string? Item, string Name) Key => (Topic, Item, Name);
}
