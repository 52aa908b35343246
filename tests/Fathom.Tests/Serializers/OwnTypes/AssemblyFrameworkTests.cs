using Fathom.Serializers.Kit.OwnTypes;
using Xunit;

namespace Fathom.Tests.Serializers.OwnTypes;

public sealed class AssemblyFrameworkTests
{
    [Fact]
    public void The_framework_is_read_from_the_file()
    {
        AssemblyFramework framework = AssemblyFramework.Of(typeof(AssemblyFrameworkTests).Assembly.Location);

        Assert.Equal(new Version(10, 0), framework.Version);
        Assert.False(framework.IsNetFramework);
        Assert.True(framework.IsNewerThan(9));
        Assert.False(framework.IsNewerThan(10));
    }
}
