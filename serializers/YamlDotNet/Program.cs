using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.Yaml;

return SerializerProgram.Run(args, new SerializerEntry("YamlDotNet", static () => new YamlAdapter()));
