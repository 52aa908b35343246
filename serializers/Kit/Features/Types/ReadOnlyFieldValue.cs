using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A field that only the constructor sets.</summary>
[Serializable]
[DataContract]
public partial class ReadOnlyFieldValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    [SuppressMessage("Design", "CA1051:Do not declare visible instance fields", Justification = "a field is what is tried")]
    public readonly int Value;

    /// <param name="value">The value.</param>
    public ReadOnlyFieldValue(int value) => Value = value;
}
