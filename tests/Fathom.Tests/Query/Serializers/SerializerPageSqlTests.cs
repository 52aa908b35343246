using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>The queries of the page and of the classic file over two recordings whose ids collide.</summary>
public sealed class SerializerPageSqlTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(
        static folder => PageRecordings.Create(folder, "a", scale: 1), static folder => PageRecordings.Create(folder, "b", scale: 3, static name => "Other " + name));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("serializers/classic")]
    [InlineData("serializers/finished")]
    [InlineData("serializers/page/cases")]
    [InlineData("serializers/page/checks")]
    [InlineData("serializers/page/entries")]
    [InlineData("serializers/page/outputs")]
    [InlineData("serializers/page/starts")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);
}
