namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A record whose members are set by its constructor.</summary>
/// <param name="Number">A number.</param>
/// <param name="Text">A text.</param>
[Serializable]
public partial record RecordValue(int Number, string Text);
