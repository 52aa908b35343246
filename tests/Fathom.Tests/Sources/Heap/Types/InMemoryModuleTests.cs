using Fathom.Model.Heap;
using Fathom.TestSupport;
using Fathom.TestSupport.RealPrograms;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Types;

/// <summary>Assemblies that a program makes in memory have no file, and may have one name and types of equal names.</summary>
public sealed class InMemoryModuleTests
{
    private const string Source = """
        using System;
        using System.Collections.Generic;
        using System.Reflection;
        using System.Reflection.Emit;

        static class Program
        {
            static void Main()
            {
                List<object> all = [];
                for (int i = 1; i <= 2; i++)
                {
                    TypeBuilder builder = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Made"), AssemblyBuilderAccess.Run)
                        .DefineDynamicModule("Made").DefineType("Made.Thing", TypeAttributes.Public);
                    Type type = builder.CreateType();
                    for (int k = 0; k < 100 * i; k++)
                        all.Add(Activator.CreateInstance(type));
                }
                Console.WriteLine("ready");
                while (Console.ReadLine() != null) { }
                GC.KeepAlive(all);
            }
        }
        """;

    [Fact]
    [Trait("Category", "Slow")]
    public void Types_of_one_name_from_two_of_them_are_told_apart_by_their_modules()
    {
        using CompiledProgram program = new(Source);
        using SampleProcess sample = SampleProcess.Start(program.Start);

        HeapTables tables = HeapTables.ReadLive(sample.Pid);

        HeapTypeRow[] types = [.. tables.Types.Where(type => tables.Text(type.Name) == "Made.Thing")];
        Assert.Equal([100, 200], types.Select(type => tables.Usages.Where(usage => usage.TypeId == type.TypeId).Sum(static usage => usage.Count)).Order());
        string?[] modules = [.. types.Select(type => tables.Text(type.Module)).Distinct()];
        Assert.Equal(2, modules.Length);
        Assert.All(modules, static module => Assert.Contains(" (in memory, ", module, StringComparison.Ordinal));
    }
}
