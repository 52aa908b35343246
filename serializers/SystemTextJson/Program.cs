using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.SystemTextJson;

return SerializerProgram.Run(
    args,
    new("System.Text.Json", static () => new ReflectionAdapter("", static () => new JsonSerializerOptions())),
    new("System.Text.Json (references)", static () => new ReflectionAdapter(
        "ReferenceHandler.Preserve", static () => new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve })));
