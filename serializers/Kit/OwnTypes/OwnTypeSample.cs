using Fathom.Serializers.Kit.Cases;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>The user's own object, ready to be measured.</summary>
/// <param name="Case">It as a case.</param>
/// <param name="Source">Where it is from: json, factory or generated.</param>
/// <param name="Graph">What it is made of.</param>
/// <param name="Notes">What the user should know of: members of the sample that the classes lack, a debug build.</param>
internal sealed record OwnTypeSample(SerializerCase Case, string Source, OwnGraph Graph, IReadOnlyList<string> Notes);
