using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.Newtonsoft;
using Newtonsoft.Json;

return SerializerProgram.Run(
    args,
    new("Newtonsoft.Json", static () => new NewtonsoftAdapter("", static () => new JsonSerializer())),
    new("Newtonsoft.Json (references)", static () => new NewtonsoftAdapter(
        "PreserveReferencesHandling.Objects", static () => new JsonSerializer { PreserveReferencesHandling = PreserveReferencesHandling.Objects })));
