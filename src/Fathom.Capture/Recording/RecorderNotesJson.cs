using System.Text.Json.Serialization;

namespace Fathom.Capture.Recording;

/// <summary>Generated readers and writers of the notes: no reflection at start-up.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true, RespectNullableAnnotations = true)]
[JsonSerializable(typeof(RecorderNotes))]
internal sealed partial class RecorderNotesJson : JsonSerializerContext;
