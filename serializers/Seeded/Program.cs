using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.Seeded;

// Nobody's serializers, with faults that are known: they test the comparison itself and are offered only when they are asked for.
return SerializerProgram.Run(
    args,
    Environment.GetEnvironmentVariable("FATHOM_SEEDED") != "1"
        ? []
        :
        [
            new("(seeded) A", static () => new RepeatingAdapter(RepeatingAdapter.Usual)),
            new("(seeded) A again", static () => new RepeatingAdapter(RepeatingAdapter.Usual)),
            new("(seeded) A once more", static () => new RepeatingAdapter(RepeatingAdapter.Usual)),
            new("(seeded) A slowed by 3 %", static () => new RepeatingAdapter(RepeatingAdapter.Usual * 103 / 100)),
            new("(seeded) A slowed by 10 %", static () => new RepeatingAdapter(RepeatingAdapter.Usual * 11 / 10)),
            new("(seeded) A slowed by 5 %", static () => new RepeatingAdapter(RepeatingAdapter.Usual * 21 / 20)),
            new("(seeded) quadratic", static () => new QuadraticAdapter()),
            new("(seeded) copies", static () => CostlyAdapter.Copying()),
            new("(seeded) collects", static () => CostlyAdapter.Collecting()),
            new("(seeded) compiles", static () => CostlyAdapter.Compiling()),
        ]);
