using System.Text.Json.Serialization;

namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnCases
{
    [JsonPropertyName("a")]
    public int A { get; set; }

    [JsonPropertyName("A")]
    public int A2 { get; set; }
}
