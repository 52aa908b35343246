using System.Text.Json.Serialization;

namespace Fathom.Capture.Recording;

/// <summary>Generated readers and writers of what a recorder publishes in lines.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SaveNote))]
internal sealed partial class RecorderLineJson : JsonSerializerContext;
