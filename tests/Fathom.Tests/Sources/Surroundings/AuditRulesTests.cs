using System.Buffers.Binary;
using Fathom.Sources.Surroundings.Tracers;
using Xunit;

namespace Fathom.Tests.Sources.Surroundings;

/// <summary>Answers of the kernel's audit.</summary>
public sealed class AuditRulesTests
{
    private const ushort State = 1000;
    private const ushort Rules = 1013;
    private const ushort Error = 2;
    private const ushort Done = 3;

    [Fact]
    public void The_state_tells_whether_it_is_on_and_for_whom()
    {
        byte[] content = new byte[40];
        content[4] = 1;
        BinaryPrimitives.WriteInt32LittleEndian(content.AsSpan(12), 4711);

        Assert.Equal((true, 4711, null), AuditRules.State(Message(State, content)));
        Assert.Equal((false, 0, null), AuditRules.State(Message(State, new byte[40])));
    }

    [Theory]
    [InlineData(-1, "no permission (CAP_AUDIT_CONTROL); run as root")]
    [InlineData(-111, "the audit of the machine cannot be queried from inside a container")]
    [InlineData(-22, "the kernel's audit refuses with errno 22")]
    public void A_refusal_says_why(int error, string why)
    {
        byte[] content = new byte[20];
        BinaryPrimitives.WriteInt32LittleEndian(content, error);
        int rules = 0;

        Assert.Equal((null, null, why), AuditRules.State(Message(Error, content)));
        Assert.True(AuditRules.Count(Message(Error, content), ref rules, out string? whyNot));
        Assert.Equal(why, whyNot);
    }

    [Fact]
    public void Rules_are_counted_to_the_end_of_the_list()
    {
        int rules = 0;
        byte[] first = [.. Message(Rules, new byte[41]), .. Message(Rules, new byte[8])], last = [.. Message(Rules, new byte[3]), .. Message(Done, new byte[4]), .. Message(Rules, new byte[4])];

        Assert.False(AuditRules.Count(first, ref rules, out _));
        Assert.True(AuditRules.Count(last, ref rules, out string? why));
        Assert.Equal((3, null), (rules, why));
    }

    [Fact]
    public void Answers_that_are_cut_or_of_another_kind_end_the_list()
    {
        byte[] message = Message(Rules, new byte[40]);
        for (int length = 0; length < message.Length; length++)
        {
            int rules = 0;
            AuditRules.Count(message.AsSpan(0, length), ref rules, out string? why);
            Assert.Equal((0, null), (rules, why));
            Assert.NotNull(AuditRules.State(message.AsSpan(0, length)).Why);
        }

        Random random = new(9);
        for (int run = 0; run < 10_000; run++)
        {
            byte[] noise = new byte[random.Next(64)];
            random.NextBytes(noise);
            int rules = 0;
            AuditRules.Count(noise, ref rules, out _);
            AuditRules.State(noise);
        }
    }

    private static byte[] Message(ushort type, byte[] content)
    {
        byte[] message = new byte[(16 + content.Length + 3) & ~3];
        BinaryPrimitives.WriteInt32LittleEndian(message, 16 + content.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(message.AsSpan(4), type);
        content.CopyTo(message, 16);
        return message;
    }
}
