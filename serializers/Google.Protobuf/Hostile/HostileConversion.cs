using Fathom.Serializers.Kit.Hostile;

namespace Fathom.Serializers.GoogleProtobuf.Hostile;

internal static class HostileConversion
{
    public static LoginMessage ToMessage(Login value) => new() { Name = value.Name, Role = value.Role };

    public static Login ToValue(LoginMessage message) => new() { Name = message.Name, Role = message.Role };
}
