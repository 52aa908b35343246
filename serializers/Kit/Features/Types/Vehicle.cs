using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using System.Xml.Serialization;

namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A base class that declares its derived class in the ways of the framework's serializers.</summary>
[Serializable]
[DataContract]
[KnownType(typeof(Lorry))]
[XmlInclude(typeof(Lorry))]
[JsonDerivedType(typeof(Vehicle), "vehicle")]
[JsonDerivedType(typeof(Lorry), "lorry")]
public partial class Vehicle
{
    /// <summary>Its wheels.</summary>
    [DataMember(Order = 1)]
    public int Wheels { get; set; }
}
