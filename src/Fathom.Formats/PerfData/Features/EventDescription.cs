using Fathom.Formats.PerfData.Events;

namespace Fathom.Formats.PerfData.Features;

/// <summary>Name and ids of an event.</summary>
/// <param name="Attributes">What it counts.</param>
/// <param name="Name">Its name.</param>
/// <param name="Ids">Its ids, one per processor or thread.</param>
internal sealed record EventDescription(PerfEventAttributes Attributes, string Name, ulong[] Ids);
