using Fathom.Formats.WindowsPdb.Names;
using Xunit;

namespace Fathom.Tests.Formats.WindowsPdb;

/// <summary>Decorated names of Microsoft's and of LLVM's compiler: llvm-undname says what they are.</summary>
public sealed class DecoratedNameTests
{
    [Fact]
    public void Names_of_real_libraries_and_of_every_form_are_what_another_reader_says()
    {
        string[][] rows = PdbFiles.Rows("names.txt");

        Assert.InRange(rows.Length, 780, 2000);
        Assert.All(rows, static row => Assert.Equal((row[0], row[1]), (row[0], DecoratedName.DeclarationOf(row[0]))));
    }

    [Theory]
    [InlineData("?Sum@Till@shop@@QEBAHPEBUPrice@2@HW4Kind@2@@Z", "shop::Till::Sum")]
    [InlineData("??Y?$Basket@PEAUPrice@shop@@@shop@@QEAAAEAU01@AEBQEAUPrice@1@@Z", "shop::Basket<shop::Price *>::operator+=")]
    [InlineData("??1Till@shop@@UEAA@XZ", "shop::Till::~Till")]
    [InlineData("??_GTill@shop@@UEAAPEAXI@Z", "shop::Till::`scalar deleting dtor'")]
    [InlineData("?mark_phase@gc_heap@WKS@@CAXH@Z", "WKS::gc_heap::mark_phase")]
    [InlineData("??$?0H@V@@QEAA@H@Z", "V::V<int>")]
    [InlineData("NtWaitForSingleObject", "NtWaitForSingleObject")]
    [InlineData("_WaitForSingleObject@8", "WaitForSingleObject")]
    [InlineData("@RtlpFreeHeap@16", "RtlpFreeHeap")]
    [InlineData("memcpy@name", "memcpy@name")]
    [InlineData("??@a6a285da2eea70dba6b578022be61d81@", "??@a6a285da2eea70dba6b578022be61d81@")]
    [InlineData("?", "?")]
    [InlineData("?Broken@", "?Broken@")]
    public void A_frame_is_called_as_in_the_source_or_stays_as_it_is(string name, string expected) => Assert.Equal(expected, DecoratedName.NameOf(name));

    [Fact]
    public void The_function_that_something_lies_in_remembers_names_on_its_own_as_the_compiler_of_Microsoft_does()
    {
        const string function = "?get_latest_fxr@@YA_NV?$basic_string@_WU?$char_traits@_W@std@@V?$allocator@_W@2@@std@@PEAV12@@Z";

        Assert.Equal(
            $"int `{DecoratedName.DeclarationOf(function)}'::`1'::dtor$0",
            DecoratedName.DeclarationOf($"?dtor$0@?0?{function}@4HA"));
    }

    [Fact]
    public void Damaged_and_made_up_names_end_soon_with_a_short_text()
    {
        Random chance = new(31);
        string[] names = [.. PdbFiles.Rows("names.txt").Select(static row => row[0])];
        const string letters = "?@$_0123456789ABCDEHPQRSUVWXYZ";
        for (int round = 0; round < 20_000; round++)
        {
            char[] name = names[chance.Next(names.Length)].ToCharArray();
            for (int i = chance.Next(1, 6); i > 0; i--)
                name[chance.Next(name.Length)] = letters[chance.Next(letters.Length)];
            string text = new(name);
            Assert.InRange(DecoratedName.NameOf(text[..chance.Next(1, text.Length + 1)]).Length, 0, DecoratedReader.LongestText);
        }
    }

    [Fact]
    public void Types_that_repeat_themselves_do_not_grow_without_end()
    {
        // Each parameter is a function of the two before it.
        string types = "PEAX";
        for (int i = 1; i < 9; i++)
            types += $"P6AX{i - 1}{i - 1}{i - 1}{i - 1}@Z";
        string deep = "?f@@YAX" + string.Concat(Enumerable.Repeat("P6AX", 2000)) + "X";

        long before = GC.GetAllocatedBytesForCurrentThread();
        _ = DecoratedName.DeclarationOf($"?f@@YAX{types}88888888@Z");
        Assert.Equal(deep[..4000], DecoratedName.NameOf(deep[..4000]));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 8 << 20);
    }
}
