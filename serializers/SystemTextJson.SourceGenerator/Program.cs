using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.SystemTextJson.SourceGenerator;

return SerializerProgram.Run(args, new SerializerEntry("System.Text.Json (source generator)", static () => new GeneratedAdapter()));
