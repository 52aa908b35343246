using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Kit.Sessions;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>First calls are compared too, and what is missing is said even where the result cannot be read for it.</summary>
public sealed class FirstCallTests
{
    [Fact]
    public void What_came_back_whole_is_ok_with_its_times_and_its_size()
    {
        Message answer = Run(SeededFault.None);

        Assert.Equal(("ok", ""), (answer.Text("outcome"), answer.Text("difference")));
        Assert.All((string[])["first_write_ns", "first_read_ns", "second_write_ns", "second_read_ns", "size_bytes", "touched"], field => Assert.True(answer.Number(field) > 0, field));
    }

    [Theory]
    [InlineData(SeededFault.LosesPayload, "Books[0].BookData: a Byte[] came back as null")]
    [InlineData(SeededFault.ReadsNothing, "Books: 2 elements came back as 0")]
    public void What_is_missing_is_lost_with_its_place(SeededFault fault, string difference)
    {
        Message answer = Run(fault);

        Assert.Equal(("lost", difference), (answer.Text("outcome"), answer.Text("difference")));
    }

    private static Message Run(SeededFault fault) => FirstCall.Run(new SerializerEntry("seeded", () => new SeededAdapter(fault)), ["case=bookshelf", "n=2"]);
}
