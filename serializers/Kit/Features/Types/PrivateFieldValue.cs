using System.Globalization;
using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A private field that is marked as a member.</summary>
[Serializable]
[DataContract]
public partial class PrivateFieldValue
{
    [DataMember(Order = 1)]
    private int _value;

    /// <summary>Sets the field.</summary>
    public PrivateFieldValue Set(int value)
    {
        _value = value;
        return this;
    }

    /// <inheritdoc/>
    public override string ToString() => _value.ToString(CultureInfo.InvariantCulture);
}
