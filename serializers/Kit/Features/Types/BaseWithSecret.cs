using System.Globalization;
using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A base class with a private field that is marked as a member.</summary>
[Serializable]
[DataContract]
public partial class BaseWithSecret
{
    [DataMember(Order = 1)]
    private int _secret;

    /// <summary>Sets the field.</summary>
    public void Hide(int secret) => _secret = secret;

    /// <inheritdoc/>
    public override string ToString() => _secret.ToString(CultureInfo.InvariantCulture);
}
