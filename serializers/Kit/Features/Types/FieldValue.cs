using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A public field.</summary>
[Serializable]
[DataContract]
public partial class FieldValue
{
    /// <summary>The value.</summary>
    [DataMember(Order = 1)]
    [SuppressMessage("Design", "CA1051:Do not declare visible instance fields", Justification = "a field is what is tried")]
    public int Value;
}
