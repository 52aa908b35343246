using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.SystemTextJsonPackage;

return SerializerProgram.Run(args, new SerializerEntry("System.Text.Json (package)", static () => new PackageAdapter()));
