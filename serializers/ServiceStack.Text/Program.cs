using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.ServiceStack;

return SerializerProgram.Run(
    args,
    new("ServiceStack.Text JSON", static () => new JsonAdapter()),
    new("ServiceStack.Text JSV", static () => new JsvAdapter()));
